import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockFile } from '@nimbo/db/lock-file'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { sourcesHash } from './sources-hash.ts'

export interface PagePlaces {
  /** The folder of the page: its `index.html` and `vite.config.ts`. */
  readonly app: string
  /** Whatever else it is made of. */
  readonly sources: readonly string[]
  /** Where builds are kept, each under the hash of what it was made of. */
  readonly cache: string
}

const program = fileURLToPath(new URL('build-program.ts', import.meta.url))
const buildWithinMs = 240_000
const lookEveryMs = 200
const mostOutput = 4 * 1024 * 1024
const keptBuilds = 4

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Runs Vite in a process of its own: what it takes in memory is given back. Rejects with what it said. */
const runBuild = (app: string, out: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settings = { timeout: buildWithinMs, maxBuffer: mostOutput, killSignal: 'SIGKILL' as const }
    execFile(process.execPath, [program, app, out], settings, (error, _, stderr) => {
      if (error === null) resolve()
      else reject(new Error(stderr.trim() === '' ? error.message : stderr.trim()))
    })
  })

/** A build appears whole or not at all. */
const buildInto = async ({ app, cache }: PagePlaces, built: string): Promise<void> => {
  const unfinished = join(cache, `${randomUUID()}.tmp`)
  try {
    await runBuild(app, unfinished)
    await rename(unfinished, built)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Builds of sources that have changed since are of no use, but to who goes back and forth between two. */
const dropOld = async (cache: string): Promise<void> => {
  const names = (await readdir(cache)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(cache, name), at: (await stat(join(cache, name))).mtimeMs })),
  )
  for (const { path } of dated.toSorted((one, other) => other.at - one.at).slice(keptBuilds))
    await rm(path, { recursive: true, force: true })
}

/** The directory of the page built of the sources as they are now. Of several processes that want it at once, one builds. */
export const buildPage = async (places: PagePlaces, clock: Clock): Promise<string> => {
  const { app, sources, cache } = places
  await mkdir(cache, { recursive: true })
  const built = join(cache, await sourcesHash([app, ...sources]))
  const giveUpAt = clock.now() + buildWithinMs
  while (!(await isThere(built))) {
    const lock = lockFile(join(cache, 'lock'))
    if (lock === undefined) {
      if (clock.now() > giveUpAt) throw new Error('another process has been building the page for too long')
      await pause(clock, lookEveryMs)
      continue
    }
    try {
      if (!(await isThere(built))) await buildInto(places, built)
      await dropOld(cache)
    } finally {
      lock.release()
    }
  }
  return built
}
