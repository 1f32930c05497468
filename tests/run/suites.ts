import type { Need } from './needs.ts'

interface AnySuite {
  readonly name: string
  /** One line for `nimbo test --help`. */
  readonly about: string
  /** The packages without which its tests are skipped. */
  readonly needs: readonly Need[]
}

/** Patterns of the files that the whole run takes of a suite. */
type Sample = readonly string[]

/** Test files, run by Node's test runner. */
export interface FileSuite extends AnySuite {
  readonly kind: 'files'
  /** Patterns; a file belongs to the first suite of the table that has one for it. */
  readonly files: readonly string[]
  /** How many files of one part of the repository are run in one process (default 1); see `batches.ts`. */
  readonly inOneProcess?: number
  /** Without it the whole run takes all of them. */
  readonly sample?: Sample
}

/** Files of other suites that use a database, run again on PostgreSQL. */
export interface AgainSuite extends AnySuite {
  readonly kind: 'again'
  readonly files: readonly string[]
  readonly sample?: Sample
}

/** A program that is too long for the run that every change must pass, which takes a sample of it. */
export interface ProgramSuite extends AnySuite {
  readonly kind: 'program'
  readonly path: string
  /** The options by which the whole run takes a fixed sample of it. */
  readonly sample: readonly string[]
}

export type Suite = FileSuite | AgainSuite | ProgramSuite

/** All suites that `nimbo test` knows by name. */
export const suites: readonly Suite[] = [
  {
    kind: 'files',
    name: 'servers',
    about: 'code that talks to PostgreSQL and RabbitMQ directly; stops and starts them',
    files: [
      'packages/bus/src/{amqp*,queue-depth}.test.ts',
      'packages/rpc/src/newer-version.test.ts',
      'packages/db/src/postgresql.test.ts',
      'packages/testing/src/{postgresql,rabbitmq}-server.test.ts',
      'tests/run/{killed-run,run-whole}.test.ts',
    ],
    needs: ['servers'],
  },
  {
    kind: 'files',
    name: 'differential',
    about: 'answers of this cloud compared with those of a real OpenStack',
    files: ['tests/differential/**/*.test.ts'],
    needs: [],
  },
  {
    kind: 'files',
    name: 'policy',
    about: 'who may call each operation, tried with every kind of user that policy rules distinguish',
    files: ['tests/policy/**/*.test.ts'],
    needs: [],
  },
  {
    kind: 'files',
    name: 'guests',
    about: 'real guests with libvirtd, bridges and network namespaces on this machine; needs root',
    files: [
      'packages/guest-image/src/build-tiny.test.ts',
      'packages/image-conversion/src/confinement.test.ts',
      'packages/disk-injection/src/inject-into-disk.test.ts',
      'packages/libvirt/src/libvirtd.test.ts',
      'drivers/hypervisor-libvirt/src/injection.test.ts',
      'drivers/hypervisor-libvirt/src/real-guest.test.ts',
      'drivers/hypervisor-libvirt/src/real-counting.test.ts',
      'drivers/hypervisor-libvirt/src/real-moves.test.ts',
      'drivers/hypervisor-libvirt/src/real-tpm-moves.test.ts',
      'drivers/hypervisor-libvirt/src/live/real-live-migration.test.ts',
      'drivers/hypervisor-libvirt/src/live/real-tpm-migration.test.ts',
      'drivers/network-linuxbridge/test/*.test.ts',
      'tests/journeys/qemu-guest.test.ts',
      'tests/journeys/scaling-guests.test.ts',
      'tests/journeys/real-guest.test.ts',
      'tests/journeys/real-guest-lifecycle.test.ts',
      'tests/journeys/real-guest-on-two-hosts.test.ts',
      'tests/journeys/real-guest-rescue.test.ts',
      'tests/journeys/real-guest-hardware.test.ts',
      'tests/journeys/real-guest-injection.test.ts',
      'tests/journeys/real-guest-numa.test.ts',
      'tests/journeys/real-stack.test.ts',
    ],
    sample: [
      '{drivers/network-linuxbridge,packages/disk-injection,packages/image-conversion,packages/libvirt}/**',
      'tests/journeys/{qemu-guest,real-guest}.test.ts',
    ],
    needs: ['guests'],
  },
  {
    kind: 'files',
    name: 'storage',
    about: 'volumes, images and backups in a Ceph cluster that the tests start, also with real guests',
    files: [
      'drivers/{volume,store}-rbd/src/**/*.test.ts',
      'tests/storage/**/*.test.ts',
      'tests/regressions/{0168,0184,0194}-*.test.ts',
    ],
    sample: ['drivers/{volume,store}-rbd/src/**'],
    needs: ['ceph', 'guests'],
  },
  {
    kind: 'files',
    name: 'unit',
    about: 'tests beside the code they test (npm test)',
    files: [
      '{apps,drivers,packages,services}/*/src/**/*.test.ts',
      'tools/**/*.test.ts',
      'tests/run/*.test.ts',
    ],
    needs: [],
    inOneProcess: 24,
  },
  {
    kind: 'files',
    name: 'stories',
    about: 'each service alone, through its API',
    files: ['{packages,services}/*/test/**/*.test.ts'],
    needs: ['directory'],
    inOneProcess: 24,
  },
  {
    kind: 'files',
    name: 'journeys',
    about: 'a whole cloud through its public APIs, in both shapes; regressions',
    files: ['tests/{journeys,regressions,tenth-service}/**/*.test.ts'],
    needs: ['servers'],
    inOneProcess: 5,
  },
  {
    kind: 'files',
    name: 'kills',
    about: 'a cloud that is killed while it builds, moves or deletes; parts of the fault matrix',
    files: ['tests/faults/**/*.test.ts'],
    sample: [
      'tests/faults/{every-flow,kept-verdicts,kill-the-engine,kill-what-meters,shared-cases,under-load}.test.ts',
      'tests/faults/kill-while-*.test.ts',
    ],
    needs: ['servers'],
  },
  {
    kind: 'files',
    name: 'dashboard',
    about: 'the dashboard in a browser, and its server',
    files: ['tests/dashboard/**/*.test.ts'],
    sample: ['tests/dashboard/{journeys,login-link,page,session,sign-on}.test.ts'],
    needs: ['browser'],
  },
  {
    kind: 'files',
    name: 'audit',
    about: 'what the audit finds and repairs in a cloud with inconsistencies made by hand',
    files: ['tests/audit/**/*.test.ts'],
    needs: ['servers'],
  },
  {
    kind: 'files',
    name: 'commands',
    about: 'the command line of this repository against a whole cloud',
    files: ['tests/command-line/**/*.test.ts'],
    needs: [],
  },
  {
    kind: 'files',
    name: 'conformance',
    about:
      'real clients: python-openstackclient, object storage clients, the command line of this repository',
    files: ['tests/conformance/**/*.test.ts'],
    sample: [
      'tests/conformance/*.test.ts',
      'tests/conformance/openstack-client/{images,servers,tls}.test.ts',
      'tests/conformance/object-clients/swiftclient.test.ts',
    ],
    needs: ['servers', 'clients'],
  },
  {
    kind: 'files',
    name: 'distributed',
    about: 'clouds of many processes, and the installation guide, followed step by step',
    files: ['tests/distributed/**/*.test.ts'],
    sample: ['tests/distributed/{guide-units,processes,serve-keystone}.test.ts'],
    needs: ['servers', 'machines'],
  },
  {
    kind: 'again',
    name: 'postgresql',
    about: 'tests that use a database, run again on PostgreSQL',
    files: [
      'packages/{durable,notifications,resource,trace}/src/**/*.test.ts',
      'services/*/test/**/*.test.ts',
      'services/*/src/{audit,cells,compute-events,db,flows,manage,resources,service,tasks}/**/*.test.ts',
      'apps/cloud/src/manage/**/*.test.ts',
    ],
    sample: [
      '{packages,apps}/**',
      'services/*/src/{audit,cells,compute-events,db,manage,resources}/**',
      'services/{identity,key-manager,network,placement,telemetry}/test/**',
      'services/*/test/one-by-one.test.ts',
      'services/compute/test/{create-server,live-migration,resize,server-migrations,servers,user-quotas}.test.ts',
      'services/compute/test/cloud/{failed-builds,recheck-quota,server-groups,two-cells,unfinished-work}.test.ts',
      'services/image/test/{concurrent-deletion,concurrent-store-changes,images,list-filters,metadefs}.test.ts',
      'services/object-store/test/{containers,large-objects,objects,pages,versions}.test.ts',
      'services/orchestration/test/{overtaking,stack-wishes,stacks}.test.ts',
      'services/volume/test/{attachments,groups,many-processes,transfers,volumes}.test.ts',
    ],
    needs: ['servers', 'directory'],
  },
  {
    kind: 'program',
    name: 'faults',
    about:
      "kills the cloud at every step of a server's creation, and of operations on servers, volumes and networks (faults --help)",
    path: 'tests/faults/main.ts',
    sample: ['--shape', 'embedded', '--line', '14', '--line', '25', '--line', '38', '--jobs', '2'],
    needs: ['servers'],
  },
  {
    kind: 'program',
    name: 'chaos',
    about: 'kills processes of a busy cloud at random (chaos --help)',
    path: 'tests/faults/chaos.ts',
    sample: ['--servers', '12', '--seed', '7', '--over', '10'],
    needs: ['servers'],
  },
  {
    kind: 'program',
    name: 'coverage',
    about:
      "lists how many of OpenStack's operations the cloud serves (coverage --missing SERVICE names the others)",
    path: 'tools/coverage/main.ts',
    sample: [],
    needs: [],
  },
]
