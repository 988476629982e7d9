/** The public bug reports of the reference (Part A): every one is a test beside this file, or waits in `waiting`. */

// biome-ignore format: a list of numbers
const NUMBERS: readonly number[] = [
  1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43, 44, 46, 47, 49, 50,
  52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 80, 82, 83, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98,
  100, 101, 103, 104, 106, 107, 109, 110, 112, 113, 115, 116, 118, 119, 121, 122, 124, 125, 127, 128, 130, 131, 133, 134, 136, 137,
  139, 140, 142, 143, 145, 146, 148, 149, 151, 152, 154, 155, 157, 158, 160, 161, 163, 164, 166, 167, 169, 170, 172, 173, 175, 176,
  178, 179, 181, 182, 184, 185, 187, 188,
]

export const REPORT_IDS: readonly string[] = NUMBERS.map(number => `BR-${String(number).padStart(3, '0')}`)
