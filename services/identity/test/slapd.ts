import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { eventually } from '@nimbo/testing/eventually'
import { freePort } from '@nimbo/testing/free-port'
import { certificatesIn } from '@nimbo/testing/signing-certificates'
import { Attribute, Change, Client } from 'ldapts'

const [slapd, slapadd] = ['/usr/sbin/slapd', '/usr/sbin/slapadd']

/** Why tests with an LDAP server are skipped; false if they can run. */
export const lacksSlapd = existsSync(slapd) ? false : 'Debian’s package slapd is not installed'

export const directory = {
  suffix: 'dc=acme,dc=example',
  admin: 'cn=admin,dc=acme,dc=example',
  password: 'directory-secret',
} as const

const { suffix, admin, password } = directory
const people = `ou=people,${suffix}`
const groups = `ou=groups,${suffix}`

const person = (uid: string, name: string) =>
  `dn: uid=${uid},${people}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${name}\nsn: ${name}\nmail: ${uid}@acme.example\nuserPassword: ${uid}-secret\nemployeeType: TRUE\n`

/** A group with its number as its name. */
const numbered = (_: unknown, number: number) =>
  `dn: cn=${number},${groups}\nobjectClass: groupOfNames\ncn: ${number}\nmember: uid=ann,${people}\n`

const ldif = [
  `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\no: acme\ndc: acme\n`,
  `dn: ${people}\nobjectClass: organizationalUnit\nou: people\n`,
  `dn: ${groups}\nobjectClass: organizationalUnit\nou: groups\n`,
  person('ann', 'Ann'),
  person('bob', 'Bob (Builder)*'),
  `dn: cn=developers,${groups}\nobjectClass: groupOfNames\ncn: developers\ndescription: who build\nmember: uid=ann,${people}\nmember: uid=bob,${people}\n`,
].join('\n')

/** `more` are lines about the whole server. */
const settings = (home: string, more: string) => `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${home}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
${more}
database mdb
maxsize 104857600
suffix "${suffix}"
rootdn "${admin}"
rootpw ${password}
directory ${home}/data
`

/** Makes a certificate for `localhost`, and a directory with its authority as OpenSSL looks for it. */
const certify = async (home: string) => {
  const make = certificatesIn(home)
  const issuer = await make({ name: 'authority', authority: {} })
  await make({ name: 'localhost', issuer })
  const authorities = join(home, 'authorities')
  await mkdir(authorities)
  await writeFile(join(authorities, 'authority.pem'), issuer.certificate)
  await promisify(execFile)('openssl', ['rehash', authorities])
  const [certificate, key] = ['pem', 'key'].map((kind) => join(home, `localhost.${kind}`))
  return { authorities, settings: `TLSCertificateFile ${certificate}\nTLSCertificateKeyFile ${key}` }
}

interface SlapdOptions {
  /** How many groups of Ann there are besides the developers. */
  readonly moreGroups?: number
  /** Whether it speaks TLS, as `localhost`. */
  readonly secured?: boolean
}

/** OpenLDAP's slapd with two users and a group, on a loopback port and with its files in a temporary directory. */
export const startSlapd = async ({ moreGroups = 0, secured = false }: SlapdOptions = {}) => {
  const home = await mkdtemp(join(tmpdir(), 'nimbo-slapd-'))
  await mkdir(join(home, 'data'))
  const conf = join(home, 'slapd.conf')
  const certified = secured ? await certify(home) : undefined
  await writeFile(conf, settings(home, certified?.settings ?? ''))
  await writeFile(join(home, 'acme.ldif'), [ldif, ...Array.from({ length: moreGroups }, numbered)].join('\n'))
  await promisify(execFile)(slapadd, ['-q', '-f', conf, '-l', join(home, 'acme.ldif')], { timeout: 60_000 })
  const url = `ldap://127.0.0.1:${await freePort()}`
  const child = spawn(...endingWithParent('TERM', slapd, ['-f', conf, '-h', url, '-d', '0']), {
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')

  const asAdmin = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ url, timeout: 10_000, connectTimeout: 10_000 })
    try {
      await client.bind(admin, password)
      await work(client)
    } finally {
      await client.unbind()
    }
  }
  const change = (dn: string, operation: 'add' | 'delete' | 'replace', type: string, value: string) =>
    asAdmin((client) =>
      client.modify(dn, new Change({ operation, modification: new Attribute({ type, values: [value] }) })),
    )
  await eventually(() => asAdmin(async () => undefined))

  return {
    url,
    /** The directory with the certificate of the authority that signed the server's. */
    authorities: certified?.authorities,
    /** Changes an attribute of a user. */
    change: (uid: string, type: string, value: string) =>
      change(`uid=${uid},${people}`, 'replace', type, value),
    takeOutOfGroup: (uid: string) =>
      change(`cn=developers,${groups}`, 'delete', 'member', `uid=${uid},${people}`),
    remove: (uid: string) => asAdmin((client) => client.del(`uid=${uid},${people}`)),
    addGroup: (cn: string, uid: string) =>
      asAdmin((client) =>
        client.add(`cn=${cn},${groups}`, {
          ...{ objectClass: 'groupOfNames', cn, member: `uid=${uid},${people}` },
        }),
      ),
    removeGroup: (cn: string) => asAdmin((client) => client.del(`cn=${cn},${groups}`)),
    /** The options of a domain that uses this server. */
    options: {
      url,
      user: admin,
      password,
      suffix,
      user_tree_dn: people,
      user_objectclass: 'inetOrgPerson',
      user_id_attribute: 'uid',
      user_name_attribute: 'uid',
      user_enabled_attribute: 'employeeType',
      user_additional_attribute_mapping: ['cn:full_name'],
      group_tree_dn: groups,
      group_id_attribute: 'cn',
      group_name_attribute: 'cn',
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await exited
      }
      await rm(home, { recursive: true })
    },
  }
}
