import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tryBudget } from './try-budget.ts'

test('each tree gets at most its share of tries, until the whole budget is spent', () => {
  const budget = tryBudget(5, 3)
  const taken = Array.from({ length: 3 }, () => {
    const mayTry = budget.ofTree()
    let steps = 0
    while (mayTry()) steps += 1
    return [steps, budget.isSpent()]
  })
  assert.deepEqual(taken, [
    [3, false],
    [2, true],
    [0, true],
  ])
})
