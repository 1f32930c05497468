import type { ShownOutput } from '../../app/app.ts'
import type { Blueprint } from '../../app/templates/blueprint.ts'
import type { Stack } from '../../db/stacks.ts'
import { shownParameters } from '../../app/templates/shown-parameters.ts'
import { stackLinks } from '../links.ts'

/** `2026-11-22T21:00:00Z`: without fractions of seconds. */
export const instant = (at: string): string => `${at.slice(0, 19)}Z`

const orNull = (at: string | null): string | null => (at === null ? null : instant(at))

export const listedStack = (base: string, stack: Stack, description: string) => {
  const tags: string[] = JSON.parse(stack.tags)
  return {
    id: stack.id,
    stack_name: stack.name,
    stack_status: `${stack.action}_${stack.status}`,
    stack_status_reason: stack.status_reason,
    creation_time: instant(stack.created_at),
    updated_time: orNull(stack.updated_at),
    deletion_time: orNull(stack.deleted_at),
    description,
    parent: stack.parent_id,
    tags: tags.length === 0 ? null : tags,
    stack_owner: stack.user_name === '' ? null : stack.user_name,
    stack_user_project_id: stack.user_project_id ?? stack.project_id,
    links: stackLinks(base, stack),
  }
}

const shownOutput = ({ name, description, value, error }: ShownOutput) => ({
  output_key: name,
  description,
  output_value: value,
  ...(error === undefined ? {} : { output_error: error }),
})

export const shownStack = (
  base: string,
  stack: Stack,
  blueprint: Blueprint,
  outputs: readonly ShownOutput[],
) => ({
  ...listedStack(base, stack, blueprint.template.description),
  parameters: shownParameters(blueprint),
  outputs: outputs.map(shownOutput),
  capabilities: [],
  notification_topics: [],
  template_description: blueprint.template.description,
  timeout_mins: stack.timeout_mins,
  disable_rollback: stack.disable_rollback === 1,
})
