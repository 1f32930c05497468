import { existsSync, globSync } from 'node:fs'

const postgresql = globSync('/usr/lib/postgresql/*/bin/postgres').length > 0
const rabbitmq = existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server')

/** Why a cloud of processes cannot run on this machine; false when it can. */
export const missingServers: string | false =
  postgresql && rabbitmq ? false : 'not installed: apt-get install postgresql rabbitmq-server'
