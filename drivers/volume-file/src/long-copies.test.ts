import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { systemClock } from '@nimbo/kernel/clock'
import { missingProgram } from '@nimbo/testing/missing-program'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { imageToRaw } from '@nimbo/volume-content/image-to-raw'
import { convertDisk } from '@nimbo/volume-content/qemu-secrets'

const mebibyte = 1_048_576

describe('a copy of a large disk', { skip: missingProgram('qemu-img') }, () => {
  it('has an hour for each part of it, and not in all', async () => {
    await using directory = await temporaryDirectory()
    const [from, to] = [join(directory.path, 'from'), join(directory.path, 'to')]
    await writeFile(from, Buffer.alloc(64 * mebibyte, 'x'))
    const limits: number[] = []
    const after = (ms: number, callback: () => void) => {
      limits.push(ms)
      return systemClock.after(ms, callback)
    }
    await convertDisk(['-f', 'raw', '-O', 'raw', from, to], { ...systemClock, after })
    assert.ok(limits.length > 1, 'the limit began anew whenever the copy made progress')
    assert.deepEqual([...new Set(limits)], [3_600_000])
  })

  it('is ended when it makes no progress', async () => {
    const after = (_ms: number, callback: () => void) => {
      callback()
      return () => {}
    }
    const stuck = convertDisk(['-f', 'raw', '-O', 'raw', '/dev/zero', '/nowhere'], { ...systemClock, after })
    await assert.rejects(stuck, { message: 'qemu-img convert made no progress within 3600000 ms' })
  })
})

describe('an image that is written to a volume', () => {
  const converter = { toRaw: () => Promise.reject(new Error('a raw image needs no converter')) }

  it('has an hour for each part of it, and is given up when nothing more comes', async () => {
    await using directory = await temporaryDirectory()
    const target = join(directory.path, 'volume')
    const limits: number[] = []
    const clock = {
      now: () => 0,
      after: (ms: number, callback: () => void) => {
        limits.push(ms)
        // What comes after the first part is waited for in vain.
        if (limits.length === 2) setImmediate(callback)
        return () => {}
      },
    }
    const content = new PassThrough()
    content.write(Buffer.alloc(1024))
    const image = { content, format: 'raw' }
    const written = imageToRaw(converter, image, { target, most: 8 * mebibyte }, clock)
    await assert.rejects(written, /the next part of an image took longer than 3600000 ms/)
    assert.deepEqual(limits, [3_600_000, 3_600_000])
  })
})
