/**
 * Throughput of image uploads and downloads: `node bench/image-data.ts [MEBIBYTES] [ROUNDS]`. Starts the image service alone with
 * a file store, and in every round lets another process upload an image of MEBIBYTES (512) and download it. Prints a line for each
 * round: MiB/s in each direction, the processor time of the service per mebibyte, and the growth of its memory.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { listen } from '../packages/http/src/listener.ts'
import { silentLog } from '../packages/kernel/src/log.ts'
import { forgetPeak, memoryOf } from './storage/memory-of.ts'
import { touchMemory } from './storage/touch-memory.ts'
import { startImageStory } from '../services/image/test/image-story.ts'

const [mebibytes = 512, rounds = 3] = process.argv.slice(2).map(Number)
const mover = join(import.meta.dirname, 'move-image.ts')

await using story = await startImageStory()
const listener = await listen(story.handler, { host: '127.0.0.1', port: 0, log: silentLog })

/** Lets another process upload or download an image, and returns a description of its speed and cost. */
const move = async (way: 'up' | 'down', id: string): Promise<string> => {
  const url = `http://127.0.0.1:${listener.port}/v2/images/${id}/file`
  if (way === 'up') await touchMemory(mebibytes)
  await forgetPeak('self')
  const held = await memoryOf('self', 'VmRSS')
  const before = process.cpuUsage()
  const child = spawn(process.execPath, [mover, way, url, String(mebibytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`moving an image ${way} failed`)
  const { user, system } = process.cpuUsage(before)
  const rate = mebibytes / (Number(printed) / 1000)
  const grown = (await memoryOf('self', 'VmHWM')) - held
  const each = ((user + system) / 1000 / mebibytes).toFixed(2)
  return `${way} ${rate.toFixed(0)} MiB/s (${each} ms CPU per MiB, ${grown.toFixed(0)} MiB more memory)`
}

for (let number = 1; number <= rounds; number += 1) {
  const { id } = await story.create()
  const lines = [await move('up', id), await move('down', id)]
  await story.send('DELETE', `/v2/images/${id}`)
  process.stdout.write(`round ${number}: ${lines.join('  ')}\n`)
}
await listener.close(0)
