import { volumeApi } from '@nimbo/contracts/volume/api'
import { type Panel, panel } from '../../panel/panel.ts'

/** A panel of the block storage service. */
export const volumePanel = (declared: Omit<Panel, 'api'>): Panel => panel({ ...declared, api: volumeApi })
