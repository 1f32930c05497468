import type { Say } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'

/** nova-manage's exit code for unexpected errors, distinct from all results. */
const unexpectedError = 255

export const cellCommand = (command: ServiceCommand): ServiceCommand => ({
  errorCode: unexpectedError,
  ...command,
})

/** The option that selects a cell. */
export const theCell = { type: 'string', value: 'UUID', help: 'the cell', required: true } as const

export const noSuchCell = (id: string): string => `Cell with uuid ${id} was not found.\n`

/** The exit code and message of a result. */
export type Answer = readonly [exitCode: number, text: string]

export const give = ([exitCode, text]: Answer, say: Say): number => {
  say(text)
  return exitCode
}
