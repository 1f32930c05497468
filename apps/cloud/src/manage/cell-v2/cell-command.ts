import { compute } from '@nimbo/compute/service'
import type { Given, ManageCommand, Say } from '../command.ts'
import { type Managed, manageCloud } from '../managed-host.ts'

/** A command about cells, which works with the databases that nova's configuration leads to. */
export interface CellCommand extends Omit<ManageCommand, 'run'> {
  readonly run: (given: Given, managed: Managed, say: Say) => Promise<number>
}

/** As nova-manage has it: no exit code of these commands means both an answer and an error. */
const unexpectedError = 255

export const cellCommand = ({ run, ...command }: CellCommand): ManageCommand => ({
  errorCode: unexpectedError,
  ...command,
  run: (given, places, say) => manageCloud([compute], places, (managed) => run(given, managed, say)),
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
