import action from './zh-CN/action.json' with { type: 'json' }
import area from './zh-CN/area.json' with { type: 'json' }
import console from './zh-CN/console.json' with { type: 'json' }
import field from './zh-CN/field.json' with { type: 'json' }
import flow from './zh-CN/flow.json' with { type: 'json' }
import panel from './zh-CN/panel.json' with { type: 'json' }
import shell from './zh-CN/shell.json' with { type: 'json' }
import state from './zh-CN/state.json' with { type: 'json' }
import topology from './zh-CN/topology.json' with { type: 'json' }
import tab from './zh-CN/tab.json' with { type: 'json' }

/** All Chinese texts of the dashboard. */
export const zhCn = {
  translation: { action, area, console, field, flow, panel, shell, state, tab, topology },
}
