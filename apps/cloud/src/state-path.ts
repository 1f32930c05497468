import { writeFile } from 'node:fs/promises'
import type { StateDirectory } from './state-directory.ts'

/**
 * Writes a configuration file that makes options whose defaults lie below `$state_path`, such as the directories of back ends that an operator
 * enables, lie in the state directory; returns its path.
 */
export const writeStatePath = async (state: StateDirectory): Promise<string> => {
  const file = state.file('state-path.conf')
  await writeFile(file, `[DEFAULT]\nstate_path = ${state.path.replaceAll('$', '$$$$')}\n`)
  return file
}
