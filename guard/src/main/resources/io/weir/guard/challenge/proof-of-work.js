/*
 * Solves a puzzle of Weir: finds a number with which the SHA-256 of "<puzzle>.<number>" begins with the zero bits that the puzzle
 * asks for. Returns "<puzzle>.<number>", to be sent as X-Weir-Challenge. Takes a fraction of a second; run it in a worker.
 */
function solveWeirPuzzle(puzzle) {
  'use strict';

  // The first 32 bits of the fractional parts of the square roots and cube roots of the first primes (FIPS 180-4).
  var initial = [];
  var constants = [];
  for (var candidate = 2; constants.length < 64; candidate++) {
    var isPrime = true;
    for (var divisor = 2; divisor * divisor <= candidate; divisor++) {
      isPrime = isPrime && candidate % divisor !== 0;
    }
    if (isPrime) {
      if (initial.length < 8) {
        initial.push((Math.pow(candidate, 1 / 2) * 0x100000000) | 0);
      }
      constants.push((Math.pow(candidate, 1 / 3) * 0x100000000) | 0);
    }
  }

  function rotated(word, bits) {
    return (word >>> bits) | (word << (32 - bits));
  }

  /** Returns the first 32 bits of the SHA-256 of an ASCII text. */
  function firstWord(text) {
    var words = [];
    var length = ((text.length + 8) >> 6) * 16 + 16;
    for (var i = 0; i < length; i++) {
      words[i] = 0;
    }
    for (i = 0; i < text.length; i++) {
      words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
    }
    words[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8);
    words[length - 1] = text.length * 8;
    var hash = initial.slice();
    var w = [];
    for (var block = 0; block < length; block += 16) {
      var s = hash.slice();
      for (i = 0; i < 64; i++) {
        if (i < 16) {
          w[i] = words[block + i];
        } else {
          var a = w[i - 15];
          var b = w[i - 2];
          w[i] = (w[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3))
              + w[i - 7] + (rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10))) | 0;
        }
        var t1 = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25))
            + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i];
        var t2 = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22))
            + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s = [(t1 + t2) | 0, s[0], s[1], s[2], (s[3] + t1) | 0, s[4], s[5], s[6]];
      }
      for (i = 0; i < 8; i++) {
        hash[i] = (hash[i] + s[i]) | 0;
      }
    }
    return hash[0];
  }

  var bits = Number(puzzle.split('.')[1]);
  for (var number = 0; ; number++) {
    var answer = puzzle + '.' + number;
    if (Math.clz32(firstWord(answer)) >= bits) {
      return answer;
    }
  }
}
