import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Bounds of one run of a converter. */
export interface RunLimits {
  /** Bytes that no file it writes may pass. */
  readonly fileBytes: number
  readonly timeoutMs: number
}

/** What this host lets a converter be shut off from. */
export interface Confinement {
  /** Whether it runs without network. */
  readonly isOffline: boolean
  /** A user for one run, who owns nothing on this host; undefined where only root could become one. */
  readonly foreignUser: () => number | undefined
  /** How to start a program so; `user` is who it runs as. */
  command(
    user: number | undefined,
    limits: RunLimits,
    program: readonly [string, ...string[]],
  ): [program: string, args: readonly string[]]
}

/** Users with higher numbers than containers and directories of people get, and lower than those with a meaning. */
const unusedUsers = { from: 1_879_048_192, to: 2_147_352_576 } as const
const nobody = 65_534

const memoryBytes = 2 * 1024 ** 3
const openFiles = 64
const probeTimeoutMs = 10_000

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: probeTimeoutMs, killSignal: 'SIGKILL' }, (error) => resolve(!error))
  })

/** Whether this process' user namespace has those users: containers often have the low ones alone. */
const hasUnusedUsers = async (): Promise<boolean> => {
  const map = await readFile('/proc/self/uid_map', 'utf8')
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , count = 0]) => inside <= unusedUsers.from && inside + count >= unusedUsers.to)
}

/**
 * Finds out what this host allows. Root can shut a converter off from the network and from every file but those it is handed;
 * others from the network alone, where the kernel lets them.
 */
export const findConfinement = async (): Promise<Confinement> => {
  const isRoot = process.getuid?.() === 0
  const offline = isRoot ? ['--net', '--ipc'] : ['--user', '--net', '--ipc']
  const isOffline = await succeeds('unshare', [...offline, '--', 'true'])
  const canChooseUser = isRoot && (await hasUnusedUsers())
  const foreignUser = (): number | undefined => {
    if (!isRoot) return undefined
    return canChooseUser ? randomInt(unusedUsers.from, unusedUsers.to) : nobody
  }
  return {
    isOffline,
    foreignUser,
    command: (user, limits, program) => [
      'prlimit',
      [
        ...prlimits(limits),
        '--',
        ...(isOffline ? ['unshare', ...offline, '--'] : []),
        'setpriv',
        ...privileges(user),
        '--',
        ...program,
      ],
    ],
  }
}

const prlimits = ({ fileBytes, timeoutMs }: RunLimits): readonly string[] => [
  `--cpu=${Math.ceil(timeoutMs / 1000)}`,
  `--as=${memoryBytes}`,
  `--fsize=${fileBytes}`,
  `--nofile=${openFiles}`,
  '--core=0',
]

/** No way back to more rights, and an end with the process that started it. */
const privileges = (user: number | undefined): readonly string[] => [
  '--pdeathsig=KILL',
  '--no-new-privs',
  ...(user === undefined
    ? []
    : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all']),
]
