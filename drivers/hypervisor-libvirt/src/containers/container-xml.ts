import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerPaths } from '@nimbo/local-guests/server-paths'
import { cpuTuneElement, vcpuElement } from '../cpu-xml.ts'
import { domainName } from '../domain-xml.ts'
import { interfaceElement } from '../interface-xml.ts'
import { usualArchitecture } from '../machine-type.ts'
import { metadataElement } from '../metadata-xml.ts'
import { type Element, element, renderXml } from '../xml.ts'
import { rootOf } from './root-mounts.ts'

/** Started as the container's first process; images choose another one by `os_command_line`, as in Nova. */
const usualInit = '/sbin/init'

/** The program that the image names, with its arguments. */
const initElements = ({ imageProperties }: SpawnOrder): readonly Element[] => {
  const [program = usualInit, ...args] = (imageProperties.os_command_line ?? '').split(' ').filter(Boolean)
  return [element('init', {}, program), ...args.map((arg) => element('initarg', {}, arg))]
}

const rootElement = (paths: ServerPaths): Element =>
  element(
    'filesystem',
    { type: 'mount' },
    element('source', { dir: rootOf(paths) }),
    element('target', { dir: '/' }),
  )

/** The complete XML of a container's domain. */
export const containerXml = (order: SpawnOrder, paths: ServerPaths): string =>
  renderXml(
    element(
      'domain',
      { type: 'lxc' },
      element('name', {}, domainName(order.id)),
      element('uuid', {}, order.id),
      metadataElement(order),
      element('memory', { unit: 'MiB' }, String(order.memoryMb)),
      vcpuElement(order),
      cpuTuneElement(order),
      element('os', {}, element('type', { arch: usualArchitecture }, 'exe'), ...initElements(order)),
      element('clock', { offset: 'utc' }),
      element('on_poweroff', {}, 'destroy'),
      element('on_reboot', {}, 'restart'),
      element('on_crash', {}, 'destroy'),
      element(
        'devices',
        {},
        rootElement(paths),
        ...order.vifs.map((vif) => interfaceElement(vif)),
        element('console', { type: 'pty' }),
      ),
    ),
  )
