import type { RunCommand } from './run-command.ts'

/** Network namespaces of the host. */
export interface Namespaces {
  /** Creates the namespace with its loopback device up; true when it did not exist. */
  ensure(namespace: string): Promise<boolean>
  /** Deletes the namespace and all in it; succeeds when it does not exist. */
  remove(namespace: string): Promise<void>
  /** Runs a program inside the namespace; resolves to its output. */
  within(namespace: string, command: readonly string[], input?: string): Promise<string>
}

export const namespacesBy = (run: RunCommand): Namespaces => {
  const list = async (): Promise<string[]> =>
    (await run(['ip', 'netns', 'list'])).split('\n').map((line) => line.split(' ')[0] ?? '')
  return {
    ensure: async (namespace) => {
      if ((await list()).includes(namespace)) return false
      await run(['ip', 'netns', 'add', namespace])
      await run(['ip', '-n', namespace, 'link', 'set', 'dev', 'lo', 'up'])
      return true
    },
    remove: async (namespace) => {
      if ((await list()).includes(namespace)) await run(['ip', 'netns', 'delete', namespace])
    },
    within: (namespace, command, input) => run(['ip', 'netns', 'exec', namespace, ...command], input),
  }
}
