import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildTinyImage } from '@nimbo/guest-image/build-tiny'

/** `nimbo image build-tiny`: makes a small bootable guest image out of Debian packages. */
export const buildTiny = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'cache-dir': { type: 'string' } },
  })
  const cacheDir =
    values['cache-dir'] ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nimbo')
  const image = await buildTinyImage({
    outputDir: positionals[0] ?? process.cwd(),
    cacheDir,
    progress: (line) => void process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${image.path}\n`)
  return 0
}
