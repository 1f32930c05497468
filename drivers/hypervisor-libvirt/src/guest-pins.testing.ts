import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'

/** The QEMU process of a guest. */
const processOf = async (id: string): Promise<string> => {
  for (const pid of await readdir('/proc')) {
    if (!/^[0-9]+$/.test(pid)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.startsWith('/usr/bin/qemu') && command.includes(id)) return pid
  }
  return assert.fail('the guest has no process')
}

/** The host CPUs on which the threads of the CPUs of guest `id` may run, in the order of these. */
export const guestPins = async (id: string): Promise<readonly string[]> => {
  const tasks = `/proc/${await processOf(id)}/task`
  const pins = new Map<number, string>()
  for (const thread of await readdir(tasks)) {
    const name = await readFile(`${tasks}/${thread}/comm`, 'utf8')
    const [, cpu] = /^CPU ([0-9]+)\//.exec(name) ?? []
    const status = await readFile(`${tasks}/${thread}/status`, 'utf8')
    if (cpu !== undefined) pins.set(Number(cpu), /Cpus_allowed_list:\s*(\S+)/.exec(status)?.[1] ?? '')
  }
  return [...pins].sort(([one], [other]) => one - other).map(([, cpus]) => cpus)
}
