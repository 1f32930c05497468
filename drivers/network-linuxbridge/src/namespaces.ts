import type { RunCommand } from './run-command.ts'

/** Network namespaces of the host. */
export interface Namespaces {
  /** Creates the namespace unless it exists, and has `begin` set it up. What an earlier call left half done is done again. */
  ensure(namespace: string, begin: (namespace: string) => Promise<void>): Promise<void>
  /** Deletes the namespace and all in it; succeeds when it does not exist. */
  remove(namespace: string): Promise<void>
  /** Runs a program inside the namespace; resolves to its output. */
  within(namespace: string, command: readonly string[], input?: string): Promise<string>
}

export const namespacesBy = (run: RunCommand): Namespaces => {
  const list = async (): Promise<string[]> =>
    (await run(['ip', 'netns', 'list'])).split('\n').map((line) => line.split(' ')[0] ?? '')
  const hasLoopback = async (namespace: string): Promise<boolean> => {
    const listing = await run(['ip', '-j', '-n', namespace, 'link', 'show', 'dev', 'lo'])
    const [loopback] = JSON.parse(listing) as { flags: readonly string[] }[]
    return loopback?.flags.includes('UP') ?? false
  }
  return {
    ensure: async (namespace, begin) => {
      const isThere = (await list()).includes(namespace)
      if (isThere && (await hasLoopback(namespace))) return
      if (!isThere) await run(['ip', 'netns', 'add', namespace])
      await begin(namespace)
      // The loopback device comes last: with it everything is in place, even if the agent is killed in between.
      await run(['ip', '-n', namespace, 'link', 'set', 'dev', 'lo', 'up'])
    },
    remove: async (namespace) => {
      if ((await list()).includes(namespace)) await run(['ip', 'netns', 'delete', namespace])
    },
    within: (namespace, command, input) => run(['ip', 'netns', 'exec', namespace, ...command], input),
  }
}
