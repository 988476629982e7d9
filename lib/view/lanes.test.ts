import { expect, test } from 'vitest'
import { LANE_COUNT, layLanes } from './lanes'

const draw = (pairs: readonly [number, number][]) => {
  const { marks } = layLanes(pairs.map(([from, to]) => ({ from, to })))
  return Object.fromEntries([...marks].map(([row, list]) => [row, list.map(({ lane, part }) => `${lane}${part[0]}`).join(' ')]))
}

test('pairs after each other share a lane', () => {
  expect(
    draw([
      [0, 1],
      [2, 4],
    ]),
  ).toEqual({ 0: '0s', 1: '0e', 2: '0s', 3: '0t', 4: '0e' })
})

test('parallel calls lie side by side', () => {
  expect(
    draw([
      [0, 2],
      [1, 3],
    ]),
  ).toEqual({ 0: '0s', 1: '0t 1s', 2: '0e 1t', 3: '1e' })
})

test('a lane is free only after the row where it ends', () => {
  expect(
    draw([
      [0, 2],
      [2, 3],
    ]),
  ).toEqual({ 0: '0s', 1: '0t', 2: '0e 1s', 3: '1e' })
})

test('far pairs, and more at once than there are lanes, get a stub', () => {
  expect([...layLanes([{ from: 3, to: 5000 }]).far]).toEqual([3, 5000])
  const many = Array.from({ length: LANE_COUNT + 1 }, (_, n) => ({ from: n, to: n + 20 }))
  expect([...layLanes(many).far]).toEqual([LANE_COUNT, LANE_COUNT + 20])
})
