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
  /** The folder with the page's `index.html` and `vite.config.ts`. */
  readonly app: string
  /** Other folders with sources of the page. */
  readonly sources: readonly string[]
  /** The folder of the builds, each named by the hash of its sources. */
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

/** Runs Vite in a child process, which releases its memory when it exits. Rejects with its error output. */
const runBuild = (app: string, out: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settings = { timeout: buildWithinMs, maxBuffer: mostOutput, killSignal: 'SIGKILL' as const }
    execFile(process.execPath, [program, app, out], settings, (error, _, stderr) => {
      if (error === null) resolve()
      else reject(new Error(stderr.trim() === '' ? error.message : stderr.trim()))
    })
  })

/** Builds into a temporary folder and renames it, so that an incomplete build is never served. */
const buildInto = async ({ app, cache }: PagePlaces, built: string): Promise<void> => {
  const unfinished = join(cache, `${randomUUID()}.tmp`)
  try {
    await runBuild(app, unfinished)
    await rename(unfinished, built)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Deletes all but the newest builds. Some are kept for developers who switch between versions of the sources. */
const dropOld = async (cache: string): Promise<void> => {
  const names = (await readdir(cache)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(cache, name), at: (await stat(join(cache, name))).mtimeMs })),
  )
  for (const { path } of dated.toSorted((one, other) => other.at - one.at).slice(keptBuilds))
    await rm(path, { recursive: true, force: true })
}

/**
 * Returns the folder of the page built from the current sources; builds it if necessary. A lock file ensures that only one
 * process builds.
 */
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
