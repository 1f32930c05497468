import { act } from './actions/act.ts'
import { changePassword } from './actions/change-password.ts'
import { createBackup } from './images/create-backup.ts'
import { createImage } from './images/create-image.ts'
import { rebootServer } from './actions/reboot.ts'
import { rebuildServer } from './actions/rebuild.ts'
import { rescueServer } from './actions/rescue.ts'
import { restoreServer } from './actions/restore.ts'
import { addAggregateHost, removeAggregateHost } from './aggregates/aggregate-hosts.ts'
import { requireSafeZone } from './aggregates/require-safe-zone.ts'
import type { ComputeApiDeps } from './app.ts'
import { attachInterface, detachInterface, portOf, portsOf } from './servers/attach-interface.ts'
import { attachVolume, detachVolume, setDeleteOnTermination, volumesOf } from './servers/attach-volume.ts'
import { extendVolume } from './servers/extend-volume.ts'
import { snapshotVolume } from './servers/snapshot-volume.ts'
import { swapVolume } from './servers/swap-volume.ts'
import { bootServer } from './boot/boot-server.ts'
import { changeService, findService, findServiceOn } from './hosts/change-service.ts'
import { createFlavor } from './flavors/create-flavor.ts'
import { deleteServer } from './servers/delete-server.ts'
import { topologyOf } from './diagnostics/topology-of.ts'
import { diagnoseServer } from './diagnostics/diagnose-server.ts'
import { deliverEvents } from './deliver-events.ts'
import { describeServers } from './servers/describe-servers.ts'
import { findLostServer } from './servers/find-lost-server.ts'
import { findServer } from './servers/find-server.ts'
import { clearGuestPassword, guestPasswordOf } from './guest-passwords/guest-passwords.ts'
import { findHypervisor, matchHypervisors, serversOn, uptimeOf } from './hosts/hypervisors.ts'
import { listServers } from './servers/list-servers.ts'
import { listServices } from './hosts/list-services.ts'
import { lockServer, unlockServer } from './servers/lock-server.ts'
import { changeAggregate } from './notices/aggregate-notices.ts'
import { changeFlavor } from './notices/flavor-notices.ts'
import { changeKeyPair } from './notices/key-pair-notices.ts'
import { oldFloatingIps } from './proxies/floating-ips.ts'
import { imageMetadata } from './proxies/image-metadata.ts'
import { oldSecurityGroups } from './proxies/security-groups.ts'
import { serverFixedIps } from './proxies/server-fixed-ips.ts'
import { serverFloatingIps } from './proxies/server-floating-ips.ts'
import { removeService } from './hosts/remove-service.ts'
import { consoleOutput, findTicket, openConsole } from './consoles/server-consoles.ts'
import { changePart } from './servers/change-server.ts'
import { createServerGroup, removeServerGroup } from './server-groups/change-server-groups.ts'
import { removeServerMetadata, setServerMetadata } from './servers/server-metadata.ts'
import { listMigrations } from './server-migrations/list-migrations.ts'
import { abortLiveMigration, forceCompleteMigration } from './server-migrations/end-live-migrations.ts'
import { findLiveMigration, liveMigrationsOf } from './server-migrations/live-migrations.ts'
import { actionsOf, resetState } from './servers/server-records.ts'
import { changeSecurityGroups, securityGroupsOf } from './servers/server-security-groups.ts'
import { storesOf } from './stores.ts'
import { surveyNodes, surveyServices } from './hosts/survey-hosts.ts'
import { listLivedServers } from './usage/list-lived-servers.ts'
import { listUsageAudits } from './usage/list-usage-audits.ts'
import { cacheImages } from './aggregates/cache-images.ts'
import { confirmServerResize, revertServerResize } from './moves/end-resize.ts'
import { evacuateServer } from './moves/evacuate-server.ts'
import { liveMigrateServer } from './moves/live-migrate-server.ts'
import { migrateServer } from './moves/migrate-server.ts'
import { resizeServer } from './moves/resize-server.ts'
import { offloadServer } from './shelving/offload-shelved.ts'
import { shelveServer } from './shelving/shelve-server.ts'
import { updateServer } from './names/update-server.ts'
import { unshelveServer } from './shelving/unshelve-server.ts'
import { enableHost } from './hosts/enable-host.ts'
import { showHost } from './hosts/show-host.ts'
import { repinServer } from './zones/repin-server.ts'

/** The use cases of the compute API by subject, and the repositories. */
export const createComputeApp = (deps: ComputeApiDeps) => ({
  deps,
  stores: storesOf(deps),
  flavors: { create: createFlavor(deps), change: changeFlavor(deps) },
  keyPairs: { change: changeKeyPair(deps) },
  serverGroups: { create: createServerGroup(deps), remove: removeServerGroup(deps) },
  services: {
    list: listServices(deps),
    survey: surveyServices(deps),
    find: findService(deps),
    findOn: findServiceOn(deps),
    change: changeService(deps),
    remove: removeService(deps),
  },
  hypervisors: {
    list: surveyNodes(deps),
    find: findHypervisor(deps),
    match: matchHypervisors(deps),
    servers: serversOn(deps),
    uptime: uptimeOf(deps),
  },
  aggregates: {
    change: changeAggregate(deps),
    cacheImages: cacheImages(deps),
    addHost: addAggregateHost(deps),
    removeHost: removeAggregateHost(deps),
    requireSafeZone: requireSafeZone(deps),
  },
  servers: {
    find: findServer(deps),
    findLost: findLostServer(deps),
    list: listServers(deps),
    describe: describeServers(deps),
    diagnose: diagnoseServer(deps),
    topology: topologyOf(deps),
    boot: bootServer(deps),
    change: updateServer(deps),
    changePart: changePart(deps),
    repin: repinServer(deps),
    lock: lockServer(deps),
    unlock: unlockServer(deps),
    remove: deleteServer(deps),
    act: act(deps),
    changePassword: changePassword(deps),
    createImage: createImage(deps),
    createBackup: createBackup(deps),
    reboot: rebootServer(deps),
    rebuild: rebuildServer(deps),
    rescue: rescueServer(deps),
    restore: restoreServer(deps),
    resize: resizeServer(deps),
    migrate: migrateServer(deps),
    liveMigrate: liveMigrateServer(deps),
    evacuate: evacuateServer(deps),
    shelve: shelveServer(deps),
    offload: offloadServer(deps),
    unshelve: unshelveServer(deps),
    confirmResize: confirmServerResize(deps),
    revertResize: revertServerResize(deps),
    setMetadata: setServerMetadata(deps),
    actions: actionsOf(deps),
    resetState: resetState(deps),
    removeMetadata: removeServerMetadata(deps),
  },
  consoles: { output: consoleOutput(deps), open: openConsole(deps), findTicket: findTicket(deps) },
  volumes: {
    list: volumesOf(deps),
    attach: attachVolume(deps),
    detach: detachVolume(deps),
    swap: swapVolume(deps),
    snapshot: snapshotVolume(deps),
    setDeleteOnTermination: setDeleteOnTermination(deps),
  },
  interfaces: {
    list: portsOf(deps),
    find: portOf(deps),
    attach: attachInterface(deps),
    detach: detachInterface(deps),
  },
  securityGroups: { list: securityGroupsOf(deps), change: changeSecurityGroups(deps) },
  proxies: {
    imageMetadata: imageMetadata(deps),
    floatingIps: oldFloatingIps(deps),
    serverFloatingIps: serverFloatingIps(deps),
    serverFixedIps: serverFixedIps(deps),
    securityGroups: oldSecurityGroups(deps),
  },
  usage: { livedServers: listLivedServers(deps), audits: listUsageAudits(deps) },
  guestPasswords: { of: guestPasswordOf(deps), clear: clearGuestPassword(deps) },
  hosts: { show: showHost(deps), enable: enableHost(deps) },
  migrations: {
    list: listMigrations(deps),
    liveOf: liveMigrationsOf(deps),
    findLive: findLiveMigration(deps),
    forceComplete: forceCompleteMigration(deps),
    abort: abortLiveMigration(deps),
  },
  events: { deliver: deliverEvents({ ...deps, extendVolume: extendVolume(deps) }) },
  audit: deps.conductor.audit,
})

export type ComputeApp = ReturnType<typeof createComputeApp>
