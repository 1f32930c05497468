import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { run } from '@nimbo/cloud/run'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const launcher = fileURLToPath(new URL('../../nimbo', import.meta.url))

/** Replaces npm: removes node_modules, waits, installs a Node that prints hello, and records its begin and end in `diary`. */
const npm = `#!/bin/sh
echo begins >> diary
rm -rf node_modules
sleep 0.5
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho hello\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
touch node_modules/.package-lock.json
echo ends >> diary
`

test('of launchers started at once in a clone without packages one installs them, and the others wait', async () => {
  await using clone = await temporaryDirectory()
  const programs = join(clone.path, 'programs')
  await mkdir(programs)
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
  await writeFile(join(clone.path, 'package-lock.json'), '{}')
  await copyFile(launcher, join(clone.path, 'nimbo'))
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` }
  const launch = () => run(join(clone.path, 'nimbo'), ['status'], { timeoutMs: 30_000, env })

  const launched = await Promise.all([launch(), launch(), launch()])
  const diary = join(clone.path, 'diary')
  assert.equal(await readFile(diary, 'utf8'), 'begins\nends\n')
  for (const { code, stdout } of launched) assert.deepEqual([code, stdout], [0, 'hello\n'])

  assert.deepEqual([(await launch()).code, await readFile(diary, 'utf8')], [0, 'begins\nends\n'])
})
