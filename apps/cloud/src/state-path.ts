import { writeFile } from 'node:fs/promises'
import type { StateDirectory } from './state-directory.ts'

/**
 * Writes a configuration file that sets `state_path` to the state directory; returns the path of the file. Other options have
 * defaults below `$state_path`, such as the directories of back ends that an operator enables.
 */
export const writeStatePath = async (state: StateDirectory): Promise<string> => {
  const file = state.file('state-path.conf')
  await writeFile(file, `[DEFAULT]\nstate_path = ${state.path.replaceAll('$', '$$$$')}\n`)
  return file
}
