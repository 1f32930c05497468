import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BenchClient } from '../bench-client.ts'
import { forgetPeak, memoryOf } from './memory-of.ts'
import { touchMemory } from './touch-memory.ts'

const mover = join(import.meta.dirname, '../move-image.ts')

/** Lets another process upload or download an image; returns MiB/s. */
const move = async (way: 'up' | 'down', url: string, mebibytes: number, token: string): Promise<number> => {
  const child = spawn(process.execPath, [mover, way, url, String(mebibytes), token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`moving an image ${way} failed`)
  return mebibytes / (Number(printed) / 1000)
}

/** Uploads, downloads and deletes an image of so many mebibytes; describes the rates, and the growth of the process `pid` at its peak. */
export const moveImages = async (client: BenchClient, mebibytes: number, pid?: number): Promise<string> => {
  const formats = { disk_format: 'raw', container_format: 'bare' }
  const { id } = await client.call<{ readonly id: string }>('image', 'POST', '/v2/images', {
    ...{ name: 'bench', ...formats },
  })
  const url = `${client.urlOf('image')}/v2/images/${id}/file`
  await touchMemory(mebibytes)
  if (pid !== undefined) await forgetPeak(pid)
  const before = pid === undefined ? 0 : await memoryOf(pid, 'VmRSS')
  const up = await move('up', url, mebibytes, client.token)
  const down = await move('down', url, mebibytes, client.token)
  const grown =
    pid === undefined ? '' : `, grew by ${((await memoryOf(pid, 'VmHWM')) - before).toFixed(0)} MiB`
  await client.call('image', 'DELETE', `/v2/images/${id}`)
  return `image of ${mebibytes} MiB: up ${up.toFixed(0)}, down ${down.toFixed(0)} MiB/s${grown}`
}
