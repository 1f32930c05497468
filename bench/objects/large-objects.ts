import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { startBenchedNimbo } from './benched-nimbo.ts'
import { exchange } from './exchange.ts'

const mebibyte = 1_048_576
const wantedGib = Number(process.argv[process.argv.indexOf('--gib') + 1]) || 5
const size = wantedGib * 1024 * mebibyte
const lookEveryMs = 100

/** A stream of so many bytes, which repeats one random mebibyte. */
const noise = (bytes: number): Readable => {
  const piece = randomBytes(mebibyte)
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= mebibyte) yield piece
    })(),
    { objectMode: false },
  )
}

const residentOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Runs the work; returns its rate in MiB/s, and the growth of the process's memory at its peak in MiB. */
const watched = async (pid: number, work: () => Promise<unknown>) => {
  const before = await residentOf(pid)
  let most = before
  const timer = setInterval(() => {
    void residentOf(pid).then((now) => {
      most = Math.max(most, now)
    })
  }, lookEveryMs)
  const began = performance.now()
  await work()
  const rate = size / mebibyte / ((performance.now() - began) / 1000)
  clearInterval(timer)
  return { rate, more: most - before }
}

/** The rate of a program that only copies and hashes a file, in MiB/s. */
const bare = async (path: string, to: string): Promise<number> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'copy-and-hash.ts'), path, to], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
  })
  await once(child, 'close')
  return size / mebibyte / (Number(said) / 1000)
}

export const largeObjects = async (): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-bench-large-'))
  try {
    await using cloud = await startBenchedNimbo()
    const { pid } = cloud
    await exchange(cloud, 'PUT', '/box')
    // Memory and time of the first transfers are not those of every object.
    await exchange(cloud, 'PUT', '/box/warm', { bytes: 256 * mebibyte, stream: noise(256 * mebibyte) })
    await exchange(cloud, 'GET', '/box/warm')
    const up = await watched(pid, () =>
      exchange(cloud, 'PUT', '/box/large', { bytes: size, stream: noise(size) }),
    )
    const source = join(directory, 'source')
    await once(noise(size).pipe(createWriteStream(source)), 'finish')
    const copied = await bare(source, join(directory, 'copy'))
    const down = await watched(pid, () => exchange(cloud, 'GET', '/box/large'))
    const again = await bare(source, join(directory, 'copy'))
    const figures = (of: { readonly rate: number; readonly more: number }, beside: number) =>
      `${of.rate.toFixed(0)} MiB/s (copy and hash only ${beside.toFixed(0)}: ${(of.rate / beside).toFixed(2)}), ${of.more.toFixed(0)} MiB more memory`
    process.stdout.write(`${wantedGib} GiB up: ${figures(up, copied)}; down: ${figures(down, again)}\n`)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
