import type { Say } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'

/** As nova-manage has it: no exit code of these commands means both an answer and an error. */
const unexpectedError = 255

export const cellCommand = (command: ServiceCommand): ServiceCommand => ({
  errorCode: unexpectedError,
  ...command,
})

/** The option that says which cell is meant. */
export const theCell = { type: 'string', value: 'UUID', help: 'the cell', required: true } as const

export const noSuchCell = (id: string): string => `Cell with uuid ${id} was not found.\n`

/** What an outcome is to the operator: the exit code, and what is said. */
export type Answer = readonly [exitCode: number, text: string]

export const give = ([exitCode, text]: Answer, say: Say): number => {
  say(text)
  return exitCode
}
