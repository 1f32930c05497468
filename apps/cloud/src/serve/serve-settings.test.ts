import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compute } from '@nimbo/compute/service'
import { ConfigError } from '@nimbo/config/config-error'
import { identity } from '@nimbo/identity/service'
import { commonOptions } from '@nimbo/service/common-options'
import type { AnyService } from '@nimbo/service/service'
import { backendOptions, cinderOptions } from '@nimbo/volume/config'
import { volume } from '@nimbo/volume/service'
import { readerOf } from '../settings.ts'
import { serveSettings } from './serve-settings.ts'

describe('the settings of served roles', () => {
  let home = ''
  before(() => {
    home = mkdtempSync(join(tmpdir(), 'serve-'))
  })
  after(() => rmSync(home, { recursive: true }))

  let directories = 0
  const directoryOf = (files: Readonly<Record<string, string>>): string => {
    directories += 1
    const directory = join(home, String(directories))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text)
    }
    return directory
  }
  const load = (services: readonly AnyService[], files: Readonly<Record<string, string>>) => {
    const directory = directoryOf(files)
    return { directory, settings: () => serveSettings(services, { files: [], directories: [directory] }, {}) }
  }
  const problems = (services: readonly AnyService[], files: Readonly<Record<string, string>>) => {
    const { directory, settings } = load(services, files)
    try {
      settings()
    } catch (error) {
      if (error instanceof ConfigError)
        return error.problems.map((line) => line.replaceAll(`${directory}/`, ''))
      throw error
    }
    return []
  }

  it("come from nimbo.conf, the service's file and its .conf.d, each overriding the one before", () => {
    const { settings } = load([compute], {
      'nimbo.conf': '[DEFAULT]\nmy_ip = 10.0.0.1\nhost = one\nstate_path = /a\n',
      'nova.conf': '[DEFAULT]\nhost = two\nosapi_compute_workers = 3\nstate_path = /b\n',
      'nova.conf.d/10-site.conf': '[DEFAULT]\nstate_path = /c\n',
      'cinder.conf': '[DEFAULT]\nhost = three\n',
    })
    const read = readerOf(settings(), compute.name)
    const { DEFAULT } = read(commonOptions)
    const api = compute.roles.find(({ name }) => name === 'nova-api')
    assert.deepEqual(
      [DEFAULT.my_ip, DEFAULT.host, DEFAULT.state_path, api?.binding(read)?.workers],
      ['10.0.0.1', 'two', '/c', 3],
    )
  })

  it('are refused with all unknown options and invalid values of all files at once', () => {
    assert.deepEqual(
      problems([compute, identity], {
        'nimbo.conf': '[DEFAULT]\nosapi_compute_workers = 2\n',
        'nova.conf': '[DEFAULT]\nosapi_compute_worker = 2\n[libvrt]\nvirt_type = kvm\n',
        'keystone.conf': '[DEFAULT]\nbind_port = high\n',
      }),
      [
        'nimbo.conf:2: [DEFAULT] osapi_compute_workers: there is no such option',
        'nova.conf:2: [DEFAULT] osapi_compute_worker: there is no such option; did you mean osapi_compute_workers?',
        'nova.conf:4: [libvrt] virt_type: there is no section [libvrt]; did you mean [libvirt]?',
        'keystone.conf:2: [DEFAULT] bind_port = high: must be a port, 0 to 65535',
      ],
    )
  })

  it('may have options that only another role of the service reads', () => {
    assert.deepEqual(problems([compute], { 'nova.conf': '[scheduler]\nmax_attempts = 2\n[libvirt]\n' }), [])
  })

  it('may have the sections in enabled_backends, and no others', () => {
    const text = '[DEFAULT]\nenabled_backends = fast\n[fast]\nvolume_driver = fake\n'
    const { settings } = load([volume], { 'cinder.conf': text })
    const group = backendOptions('fast')
    assert.equal(settings()('cinder', [...cinderOptions, group]).fast.volume_driver, 'fake')
    assert.deepEqual(problems([volume], { 'cinder.conf': `${text}[slow]\nvolume_driver = fake\n` }), [
      'cinder.conf:6: [slow] volume_driver: there is no section [slow]; did you mean [fast] volume_driver?',
    ])
  })

  it('are refused if the directory does not exist', () => {
    const nowhere = join(home, 'nowhere')
    assert.throws(
      () => serveSettings([compute], { files: [], directories: [nowhere] }, {}),
      new ConfigError([`${nowhere}: there is no such directory`]),
    )
  })
})
