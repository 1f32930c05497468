import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core'
import CloudIcon from '@patternfly/react-icons/dist/esm/icons/cloud-icon'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PaletteButton } from './palette-button.tsx'
import { ScopeMenu } from './scope-menu.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar above every page: scope, command palette and user menu. */
export const Header = ({ open, toggle }: { readonly open: boolean; readonly toggle: () => void }) => {
  const { t } = useTranslation()
  return (
    <Masthead>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            isHamburgerButton
            aria-label={t('shell.navigation')}
            isSidebarOpen={open}
            onSidebarToggle={toggle}
          />
        </MastheadToggle>
        <MastheadBrand>
          <Link to="/" className="nimbo-brand">
            <CloudIcon className="nimbo-brand-picture" /> Nimbo
          </Link>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isFullHeight>
          <ToolbarContent>
            <ToolbarItem>
              <ScopeMenu />
            </ToolbarItem>
            <ToolbarGroup align={{ default: 'alignEnd' }} gap={{ default: 'gapNone' }}>
              <ToolbarItem>
                <PaletteButton />
              </ToolbarItem>
              <ToolbarItem>
                <UserMenu />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  )
}
