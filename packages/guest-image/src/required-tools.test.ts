import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRequiredTools } from './required-tools.ts'

it('checkRequiredTools names in one line what is missing and what to install', async () => {
  await assert.rejects(checkRequiredTools('/nonexistent'), (error: Error) => {
    assert.match(error.message, /needs apt-get, apt-cache, dpkg, mke2fs, qemu-img, not found here/)
    assert.match(error.message, /apt-get install apt dpkg e2fsprogs qemu-utils$/)
    assert.ok(!error.message.includes('\n'))
    return true
  })
})
