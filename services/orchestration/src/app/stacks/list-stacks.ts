import { listStacks as findStacks, type StackFilter } from '../../db/list-stacks.ts'
import type { Stack } from '../../db/stacks.ts'
import type { HeatApp } from '../app.ts'
import { storedTemplate } from './stored-template.ts'

export const listStacks = ({ db }: HeatApp, filter: StackFilter): Promise<readonly Stack[]> =>
  findStacks(db, filter)

/** The description in a stack's template. */
export const descriptionOf = async (app: HeatApp, stack: Stack): Promise<string> => {
  const { template } = await storedTemplate(app, stack)
  return String(template.description ?? template.Description ?? '')
}
