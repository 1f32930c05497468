import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { tinyFlavor } from '../../../test/cloud/compute-cloud.ts'
import { defaultNovaConfig } from '../../config.ts'
import { unlimitedByUs } from '../../domain/quotas/quota.ts'
import { assembleServer, type Findings } from './assemble-server.ts'

const at = '2026-01-01T00:00:00.000Z'

interface Parts {
  readonly configDrive?: boolean
  readonly injectsPassword?: boolean
  readonly personality?: readonly object[]
}

const files = [{ path: '/etc/motd', contents: 'aGk=' }]

const findings = ({ configDrive = false, injectsPassword = false, personality = [] }: Parts): Findings => ({
  request: {
    server: { name: 'web', personality } as never,
    hints: {},
    enforce: () => {},
    allows: () => false,
    ...{ takesResourceRequests: true, takesSharedVolumes: true },
  },
  aliases: new Map(),
  checked: {
    limits: { project: { ...unlimitedByUs, ...defaultNovaConfig().quota }, own: {} },
    flavor: {
      ...tinyFlavor,
      ...{ rxtxFactor: 1, isPublic: true, disabled: false, createdAt: at, updatedAt: null },
    },
    minCount: 1,
    maxCount: 1,
    imageId: undefined,
    keyPair: undefined,
    group: undefined,
    availabilityZone: undefined,
    forcedHost: undefined,
    forcedNode: undefined,
    requestedHost: undefined,
    requestedNode: undefined,
    blockDevices: [],
    configDrive,
    userData: undefined,
    schedulerHints: {},
  },
  ...{ image: undefined, volumeProperties: undefined },
  trusted: undefined,
  blockDevices: [],
  diskConfig: 'MANUAL',
  networks: { networks: 'none', securityGroups: [], newPortsEach: 0, portsLeft: -1 },
  adminPassword: 'correct horse',
  injectsPassword,
  reservationId: 'r-1',
  createdAt: at,
  count: 1,
})

const sealedOf = (parts: Parts): string | null =>
  assembleServer(internalContext(), 0, findings(parts), (text) => `sealed ${text}`).build.sealedSecrets

test('the admin password and injected files are stored sealed for a server with a config drive', () => {
  assert.equal(
    sealedOf({ configDrive: true, personality: files }),
    'sealed {"adminPassword":"correct horse","personality":[{"path":"/etc/motd","contents":"aGk="}]}',
  )
})

test('they are also stored if hosts may write them into the disk of the server', () => {
  assert.match(sealedOf({ personality: files }) ?? '', /motd/)
  assert.match(sealedOf({ injectsPassword: true }) ?? '', /correct horse/)
})

test('no secrets are stored for a server without either, as nothing would take them to the guest', () => {
  assert.equal(sealedOf({}), null)
})
