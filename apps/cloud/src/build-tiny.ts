import { parseArgs } from 'node:util'
import { buildTinyImage } from '@nimbo/guest-image/build-tiny'
import { userCache } from '@nimbo/guest-image/user-cache'

/** `nimbo image build-tiny`: builds a small bootable guest image from Debian packages. */
export const buildTiny = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'cache-dir': { type: 'string' } },
  })
  const image = await buildTinyImage({
    outputDir: positionals[0] ?? process.cwd(),
    cacheDir: values['cache-dir'] ?? userCache(),
    progress: (line) => void process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${image.path}\n`)
  return 0
}
