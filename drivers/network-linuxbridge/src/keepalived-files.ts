import type { Election } from '@nimbo/network/driver/runs-routers'
import { electionDevice } from './device-names.ts'

/** The files of one router's VRRP instance. */
export interface ElectionFiles {
  readonly directory: string
  readonly config: string
  readonly pid: string
  readonly vrrpPid: string
  /** The script that keepalived runs at a change of state. */
  readonly script: string
  /** One `ip -batch` file per state, applied by the script. */
  readonly batch: Readonly<Record<ElectionState, string>>
  /** The current state, written by the script. */
  readonly state: string
}

export type ElectionState = 'active' | 'standby'

/** The state files of all routers share one directory, so that one watch sees every change. */
export const electionFiles = (directory: string, routerId: string): ElectionFiles => {
  const own = `${directory}/routers/${routerId}`
  return {
    directory: own,
    config: `${own}/keepalived.conf`,
    pid: `${own}/pid`,
    vrrpPid: `${own}/vrrp.pid`,
    script: `${own}/held`,
    batch: { active: `${own}/active`, standby: `${own}/standby` },
    state: `${directory}/states/${routerId}`,
  }
}

/**
 * All hosts have the same priority and the current master keeps its role (`nopreempt`), so packets change their path
 * only when they must. A higher priority shortens the wait for a lost master: three advertisement intervals plus (256 -
 * priority)/256 of one (RFC 5798).
 */
const priority = 200

/**
 * The keepalived configuration. The virtual address is only there because keepalived requires one. The script activates
 * or deactivates the router's devices, so a failover works while the agent is down.
 */
export const keepalivedText = (election: Election, { script }: ElectionFiles): string => {
  const { port, virtualRouterId, advertSeconds, authentication } = election
  const device = electionDevice(port.id)
  return [
    'global_defs {',
    '  script_user root',
    '  enable_script_security',
    '}',
    `vrrp_instance VR_${virtualRouterId} {`,
    '  state BACKUP',
    `  interface ${device}`,
    `  virtual_router_id ${virtualRouterId}`,
    `  priority ${priority}`,
    '  nopreempt',
    `  advert_int ${advertSeconds}`,
    ...(authentication
      ? [
          '  authentication {',
          `    auth_type ${authentication.type}`,
          `    auth_pass ${authentication.password}`,
          '  }',
        ]
      : []),
    '  virtual_ipaddress {',
    `    169.254.0.${virtualRouterId}/24 dev ${device}`,
    '  }',
    `  notify_master "${script} active"`,
    `  notify_backup "${script} standby"`,
    `  notify_fault "${script} standby"`,
    '}',
    '',
  ].join('\n')
}

/**
 * The script for a change of state: applies the batch file of the new state and then records it with one atomic rename.
 * Its argument is the new state.
 */
export const heldScript = ({ directory, state }: ElectionFiles, namespace: string): string =>
  [
    '#!/bin/sh',
    `ip -n ${namespace} -force -batch "${directory}/$1" >/dev/null 2>&1`,
    `echo "$1" > ${state}.new && mv ${state}.new ${state}`,
    '',
  ].join('\n')
