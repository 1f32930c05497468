import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const clone = here('../../..').replace(/\/$/, '')
const commandWithinMs = 240_000
const startWithinMs = 30_000

/**
 * A machine of a test: a process with its own namespaces. It has private copies of `/etc`, `/opt`, `/root` and `/var`, and sees the
 * clone of the product at `/opt/nimbo`. The machine ends with its first process, and that ends with the test process, even if the
 * latter is killed.
 */
export interface Machine extends AsyncDisposable {
  readonly name: string
  /** Its first process. */
  readonly pid: number
  /** Runs a script as root; fails with its output unless it succeeds. */
  run(script: string): Promise<string>
}

/** Starts a machine without a network connection. */
export const startMachine = async (name: string, directory: string): Promise<Machine> => {
  const scratch = join(directory, name)
  await mkdir(scratch)
  const namespaces = ['--mount', '--net', '--uts', '--ipc', '--pid', '--fork', '--kill-child']
  const init = ['sh', here('./machine-init.sh'), scratch, name, clone, here('./programs')]
  const child = spawn(...endingWithParent('KILL', 'unshare', [...namespaces, ...init]), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await said(child, 'ready')
  const pid = await firstChildOf(child)
  return {
    name,
    pid,
    run: (script) => runIn(name, pid, script),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      process.kill(pid, 'SIGKILL')
      await ended
    },
  }
}

/** Waits for a line of output; fails with the error output if the process ends first. */
const said = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let complaint = ''
    const tooLong = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`a machine was not ready within ${startWithinMs / 1000} s: ${complaint}`))
    }, startWithinMs)
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString('utf8')
    })
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        if (line !== word) return
        clearTimeout(tooLong)
        resolve()
      })
    child.once('exit', () => {
      clearTimeout(tooLong)
      reject(new Error(`a machine could not be started: ${complaint.trim()}`))
    })
  })

const output = (program: string, words: readonly string[], timeout: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const settings = { timeout, maxBuffer: 16 * 1024 * 1024 }
    execFile(program, [...words], settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else
        reject(
          new Error(`${program} ended with ${error.code ?? error.signal}: ${stderr}${stdout}`.slice(-6_000)),
        )
    })
  })

const firstChildOf = async ({ pid }: ChildProcess): Promise<number> =>
  Number(await output('pgrep', ['--parent', String(pid)], startWithinMs))

const programPath = '/run/machine/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const runIn = async (name: string, pid: number, script: string): Promise<string> => {
  const namespaces = ['--mount', '--net', '--uts', '--ipc', '--pid']
  const environment = ['-i', `PATH=${programPath}`, 'HOME=/root', 'LANG=C.UTF-8']
  const shell = ['env', ...environment, 'sh', '-euc', `cd\n${script}`]
  try {
    return await output('nsenter', [`--target=${pid}`, ...namespaces, ...shell], commandWithinMs)
  } catch (error) {
    throw new Error(`on ${name}: ${error instanceof Error ? error.message : String(error)}\n${script}`)
  }
}

/** Connects machines by a switch on a separate machine, gives each its address, and links the root directories of the others. */
export const connect = async (hub: Machine, machines: ReadonlyMap<string, Machine>): Promise<void> => {
  await hub.run('ip link add switch type bridge && ip link set switch up')
  const ip = (...words: readonly string[]) => output('ip', words, commandWithinMs)
  let port = 0
  for (const [address, machine] of machines) {
    port += 1
    const near = ['name', 'eth0', 'netns', String(machine.pid)]
    const far = ['name', `port${port}`, 'netns', String(hub.pid)]
    await ip('link', 'add', ...near, 'type', 'veth', 'peer', ...far)
    await hub.run(`ip link set port${port} master switch up`)
    const links = [...machines].map(
      ([other, { pid }]) => `ln -s /run/outer-proc/${pid}/root /run/machine/peers/${other}`,
    )
    await machine.run(
      [
        `ip address add ${address}/24 dev eth0`,
        'ip link set eth0 up',
        'mkdir /run/machine/peers',
        ...links,
      ].join('\n'),
    )
  }
}
