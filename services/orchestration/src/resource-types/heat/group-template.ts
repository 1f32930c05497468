import type { JsonObject } from '@nimbo/kernel/json'
import type { ChildStack, ChildStep } from '../../resource-type/child-stack.ts'
import { type Rolling, rollingStep } from './rolling.ts'

type Members = Readonly<Record<string, JsonObject>>

const templateOf = (members: Members): JsonObject => ({
  heat_template_version: '2021-04-16',
  resources: members,
})

export const definitionsOf = (child: ChildStack | undefined): Members =>
  Object.fromEntries((child?.members ?? []).map(({ name, definition }) => [name, definition]))

/** The next step of a group's nested stack towards these members. */
export const groupStep = (
  child: ChildStack | undefined,
  wanted: Members,
  {
    rolling,
    spare = () => ({}),
  }: { readonly rolling?: Rolling | undefined; readonly spare?: (count: number) => Members } = {},
): ChildStep => {
  const { members, goesOn } = rollingStep({ current: definitionsOf(child), wanted, spare }, rolling)
  return {
    template: templateOf(members),
    ...(goesOn ? { goesOn, pauseSeconds: rolling?.pauseSeconds ?? 0 } : {}),
  }
}
