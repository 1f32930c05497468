import ChartLineIcon from '@patternfly/react-icons/dist/esm/icons/chart-line-icon'
import CogIcon from '@patternfly/react-icons/dist/esm/icons/cog-icon'
import CubesIcon from '@patternfly/react-icons/dist/esm/icons/cubes-icon'
import HddIcon from '@patternfly/react-icons/dist/esm/icons/hdd-icon'
import HomeIcon from '@patternfly/react-icons/dist/esm/icons/home-icon'
import KeyIcon from '@patternfly/react-icons/dist/esm/icons/key-icon'
import LayerGroupIcon from '@patternfly/react-icons/dist/esm/icons/layer-group-icon'
import NetworkWiredIcon from '@patternfly/react-icons/dist/esm/icons/network-wired-icon'
import PlugIcon from '@patternfly/react-icons/dist/esm/icons/plug-icon'
import ServerIcon from '@patternfly/react-icons/dist/esm/icons/server-icon'
import UsersIcon from '@patternfly/react-icons/dist/esm/icons/users-icon'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType>> = {
  overview: HomeIcon,
  compute: ServerIcon,
  volume: HddIcon,
  network: NetworkWiredIcon,
  'object-store': CubesIcon,
  'key-manager': KeyIcon,
  orchestration: LayerGroupIcon,
  telemetry: ChartLineIcon,
  access: PlugIcon,
  identity: UsersIcon,
}

/** The icon of a group of the navigation. */
export const GroupIcon = ({ group }: { readonly group: string }) => {
  const Icon = icons[group] ?? CogIcon
  return <Icon />
}
