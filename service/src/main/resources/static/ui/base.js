// What all pages share: Preact with htm, numbers and times as people read them.
export { html, render, useState, useEffect, useRef, useCallback } from './vendor/preact-htm.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function number(value) {
  return Math.abs(value) < 10 ? short.format(value) : whole.format(value);
}

export function percent(part, all) {
  if (!all) return '–';
  const value = (100 * part) / all;
  return value > 0 && value < 0.01 ? '< 0.01 %' : `${value < 10 ? value.toFixed(2).replace(/\.?0+$/, '') : Math.round(value)} %`;
}

const two = (value) => String(value).padStart(2, '0');

/** The local time of day, 24 hours. */
export function clock(date) {
  const time = new Date(date);
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** Date and time, without the date if it is today. */
export function moment(date) {
  const time = new Date(date);
  const today = new Date().toDateString() === time.toDateString();
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} `;
  return (today ? '' : day) + clock(time).slice(0, today ? 8 : 5);
}

export function span(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.ceil(seconds / 3600)} h` : `${Math.ceil(seconds / 86400)} days`;
}
