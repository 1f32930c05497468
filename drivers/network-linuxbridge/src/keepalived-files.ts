import type { Election } from '@nimbo/network/driver/runs-routers'
import { electionDevice } from './device-names.ts'

/** Where all there is to one router's election lies. */
export interface ElectionFiles {
  readonly directory: string
  readonly config: string
  readonly pid: string
  readonly vrrpPid: string
  /** What is run when the election is held. */
  readonly script: string
  /** What `ip -batch` is told then: in a file for each outcome. */
  readonly batch: Readonly<Record<ElectionState, string>>
  /** The outcome. */
  readonly state: string
}

export type ElectionState = 'active' | 'standby'

/** Outcomes lie together, so that one look sees any of them change. */
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
 * All are as good as each other, and who has it keeps it: packets take another way only where they must. The higher it is, the less
 * longer than three signs of life they wait (by VRRP 256ths of one, as many as are missing to 256).
 */
const priority = 200

/**
 * What keepalived is told. The address that it holds is nobody's but its own, since it wants one; what makes a router of a host
 * is done by the script, in which there is nothing that the agent would have to be there for.
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

/** Makes a router of the host, or none, and then says so in one step. Its one word is the outcome. */
export const heldScript = ({ directory, state }: ElectionFiles, namespace: string): string =>
  [
    '#!/bin/sh',
    `ip -n ${namespace} -force -batch "${directory}/$1" >/dev/null 2>&1`,
    `echo "$1" > ${state}.new && mv ${state}.new ${state}`,
    '',
  ].join('\n')
