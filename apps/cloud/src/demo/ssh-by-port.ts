import { access } from 'node:fs/promises'
import type { StateDirectory } from '../state-directory.ts'

/** The ssh command to a guest with user networking, through a forwarded port of this machine; undefined when it has none. */
export const sshByPort = async (
  state: Pick<StateDirectory, 'file'>,
  serverId: string,
  key: string,
): Promise<string | undefined> => {
  try {
    await access(state.file(`instances/${serverId}/ssh_config`))
  } catch {
    return undefined
  }
  return `ssh -F ${state.file('instances/ssh_config')} -i ${key} cirros@${serverId}`
}
