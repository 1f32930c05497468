import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Resource limits of a converter. */
export interface RunLimits {
  /** The maximum size of any file it writes. */
  readonly fileBytes: number
  readonly timeoutMs: number
}

/** How far this host can confine a converter. */
export interface Confinement {
  /** Whether it runs without network. */
  readonly isOffline: boolean
  /** A user id for one run that owns nothing on this host; undefined unless we are root. */
  readonly foreignUser: () => number | undefined
  /** The command line that runs a program confined as `user`. */
  command(
    user: number | undefined,
    limits: RunLimits,
    program: readonly [string, ...string[]],
  ): [program: string, args: readonly string[]]
}

/** User ids above those of containers and people, and below those with a special meaning. */
const unusedUsers = { from: 1_879_048_192, to: 2_147_352_576 } as const
const nobody = 65_534

const memoryBytes = 2 * 1024 ** 3
const openFiles = 64
const probeTimeoutMs = 10_000

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: probeTimeoutMs, killSignal: 'SIGKILL' }, (error) => resolve(!error))
  })

/** Whether this process's user namespace has those ids: containers often have low ones only. */
const hasUnusedUsers = async (): Promise<boolean> => {
  const map = await readFile('/proc/self/uid_map', 'utf8')
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , count = 0]) => inside <= unusedUsers.from && inside + count >= unusedUsers.to)
}

/**
 * Determines the possible confinement. As root, a converter gets no network and only the files passed to it; otherwise only the
 * network is cut off, where the kernel allows it.
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

/** No new privileges, and the process ends with its parent. */
const privileges = (user: number | undefined): readonly string[] => [
  '--pdeathsig=KILL',
  '--no-new-privs',
  ...(user === undefined
    ? []
    : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all']),
]
