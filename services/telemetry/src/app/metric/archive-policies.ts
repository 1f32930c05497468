import { allOrNone } from '@nimbo/db/all-or-none'
import * as rows from '../../db/metric/policies.ts'
import { methodsNamed, usualMethods } from '../../domain/metric/aggregation-methods.ts'
import { type ArchivePolicy, inOrder, type Level, levelOf } from '../../domain/metric/archive-policy.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'

interface PolicyInput {
  readonly name: string
  readonly back_window?: string | number | undefined
  readonly aggregation_methods?: readonly string[] | undefined
  readonly definition: readonly Parameters<typeof levelOf>[0][]
}

/** In Python's format: `1.0`. */
const inSeconds = (microseconds: number): string => {
  const seconds = microseconds / 1_000_000
  return Number.isInteger(seconds) ? seconds.toFixed(1) : String(seconds)
}

const levelsOf = (definition: PolicyInput['definition']): readonly Level[] => {
  const levels = definition.map((item) => {
    const level = levelOf(item)
    if (typeof level === 'string')
      throw errors.Invalid({ cause: 'Invalid input', reason: level, detail: ['definition'] })
    return level
  })
  const grains = levels.map(({ granularity }) => granularity)
  const twice = grains.find((grain, index) => grains.indexOf(grain) !== index)
  if (twice !== undefined)
    throw errors.Invalid({
      cause: 'Invalid input',
      reason: `More than one archive policy uses granularity \`${inSeconds(twice)}'`,
      detail: ['definition'],
    })
  return inOrder(levels)
}

export const listPolicies = ({ db }: Pick<MetricApp, 'db'>) => rows.allPolicies(db)

export const needPolicy = async ({ db }: Pick<MetricApp, 'db'>, name: string): Promise<ArchivePolicy> => {
  const policy = await rows.findPolicy(db, name)
  if (!policy) throw errors.NoSuchArchivePolicy({ name })
  return policy
}

export const createPolicy =
  ({ db }: MetricApp) =>
  async (input: PolicyInput): Promise<ArchivePolicy> => {
    const { methods, unknown } = methodsNamed(input.aggregation_methods ?? usualMethods)
    if (unknown.length > 0)
      throw errors.Invalid({
        cause: 'Invalid input',
        reason: `not valid aggregation methods: ${unknown.join(', ')}`,
        detail: ['aggregation_methods'],
      })
    const policy = {
      name: input.name,
      backWindow: Number(input.back_window ?? 0),
      levels: levelsOf(input.definition),
      methods,
    }
    if (!(await rows.insertPolicy(db, policy))) throw errors.ArchivePolicyExists({ name: input.name })
    return policy
  }

/** Changes the timespans of a policy; its granularities cannot change, since aggregates are stored by them. */
export const changePolicy =
  ({ db }: MetricApp) =>
  (name: string, change: Partial<Pick<PolicyInput, 'definition' | 'back_window'>>): Promise<ArchivePolicy> =>
    allOrNone(db, async (trx) => {
      const policy = await needPolicy({ db: trx }, name)
      const levels = change.definition ? levelsOf(change.definition) : policy.levels
      const grains = (all: readonly Level[]) => all.map(({ granularity }) => granularity).join()
      if (levels.length !== policy.levels.length)
        throw errors.UnsupportedArchivePolicyChange({
          name,
          reason: 'Cannot add or drop granularities',
        })
      if (grains(levels) !== grains(policy.levels))
        throw errors.UnsupportedArchivePolicyChange({
          name,
          reason: `${levels.find(({ granularity }, index) => granularity !== policy.levels[index]?.granularity)?.granularity} granularity interval was changed`,
        })
      const changed = { ...policy, levels, backWindow: Number(change.back_window ?? policy.backWindow) }
      await rows.replacePolicy(trx, changed)
      return changed
    })

export const removePolicy =
  ({ db }: MetricApp) =>
  (name: string): Promise<void> =>
    allOrNone(db, async (trx) => {
      if (await rows.isPolicyUsed(trx, name)) throw errors.ArchivePolicyInUse({ name })
      if (!(await rows.deletePolicy(trx, name))) throw errors.NoSuchArchivePolicy({ name })
    })
