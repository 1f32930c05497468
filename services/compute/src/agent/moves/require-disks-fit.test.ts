import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleHostedServer } from '../hosted-server.testing.ts'
import { requireDisksFit } from './require-disks-fit.ts'

const hostedServer = sampleHostedServer()
const onImage = { ...hostedServer, disks: [] }
const root = { id: 'root', sourceType: 'volume', destinationType: 'volume', bootIndex: 0 } as const
const onVolume = { ...hostedServer, disks: [{ ...root, deleteOnTermination: false }] }
const flavor = { ...hostedServer.flavor, ephemeralGb: 0, swapMb: 0 }

test('live migration copies local disks only between hosts without shared storage, and must do so there', () => {
  requireDisksFit('a', onImage, { shared: false, copiesDisks: true })
  requireDisksFit('a', onImage, { shared: true, copiesDisks: false })
  requireDisksFit('a', onImage, { shared: true })
  requireDisksFit('a', onImage, { copiesDisks: false })
  requireDisksFit('a', { ...onVolume, flavor }, { shared: false, copiesDisks: false })
  assert.throws(
    () => requireDisksFit('a', onImage, { shared: true, copiesDisks: true }),
    /^\w+: a is not on local storage: Block migration can not be used with shared storage\.$/,
  )
  const notShared =
    /^\w+: a is not on shared storage: Shared storage live-migration requires either shared storage or boot-from-volume with no local disks\.$/
  assert.throws(() => requireDisksFit('a', onImage, { shared: false, copiesDisks: false }), notShared)
  const withSwap = { ...onVolume, flavor: { ...flavor, swapMb: 64 } }
  assert.throws(() => requireDisksFit('a', withSwap, { shared: false, copiesDisks: false }), notShared)
})
