'use strict';
importScripts('/scripts/solver.js');
onmessage = (message) => postMessage(solveWeirPuzzle(message.data));
