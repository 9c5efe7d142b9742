import { Menu } from '@mantine/core'
import { ActionsMenu } from '../../kit/actions-menu.tsx'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { IconBan, IconDeviceMobileOff, IconMail, IconUserCheck, IconUserCog } from '../../kit/icons.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type PersonView, changePerson, personKeys, sendLink } from './api.ts'
import { peopleTexts } from './texts.ts'

type Props = { person: PersonView; onLink: (link: string) => void; onRoles: () => void }

/** Shutting somebody out and letting them in again, taking lost one-time codes away, and a link for a lost password. */
export function PersonActions({ person, onLink, onRoles }: Props) {
  const words = useTexts(peopleTexts)
  const { id, name, isDisabled } = person
  const changes = [personKeys.all]
  async function sendNewLink() {
    const { link } = await sendLink(id)
    if (link === null) notifyDone(words.linkSent)
    else onLink(link)
  }
  return (
    <ConfirmAction
      title={isDisabled ? words.enableTitle(name) : words.disableTitle(name)}
      message={isDisabled ? words.enableHint : words.disableHint}
      confirmLabel={isDisabled ? words.enable : words.disable}
      isDangerous={!isDisabled}
      onConfirm={() => changePerson(id, isDisabled ? 'enable' : 'disable')}
      changes={changes}
      notice={isDisabled ? words.enabled : words.disabled}
    >
      {askAccess => (
        <ConfirmAction
          title={words.resetTitle(name)}
          message={words.resetHint}
          confirmLabel={words.reset}
          isDangerous
          onConfirm={() => changePerson(id, 'reset-second-factor')}
          changes={changes}
          notice={words.wasReset}
        >
          {askReset => (
            <ConfirmAction
              title={words.sendLinkTitle(name)}
              message={words.sendLinkHint}
              confirmLabel={words.sendLink}
              onConfirm={sendNewLink}
            >
              {askLink => (
                <ActionsMenu label={words.actionsOf(name)}>
                  {!isDisabled && (
                    <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={askLink}>
                      {words.sendLink}
                    </Menu.Item>
                  )}
                  {!isDisabled && person.operatorRoles.length > 0 && (
                    <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={onRoles}>
                      {words.changeRoles}
                    </Menu.Item>
                  )}
                  {person.hasSecondFactor && (
                    <Menu.Item leftSection={<IconDeviceMobileOff size={16} aria-hidden />} onClick={askReset}>
                      {words.reset}
                    </Menu.Item>
                  )}
                  {isDisabled ? (
                    <Menu.Item leftSection={<IconUserCheck size={16} aria-hidden />} onClick={askAccess}>
                      {words.enable}
                    </Menu.Item>
                  ) : (
                    <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={askAccess}>
                      {words.disable}
                    </Menu.Item>
                  )}
                </ActionsMenu>
              )}
            </ConfirmAction>
          )}
        </ConfirmAction>
      )}
    </ConfirmAction>
  )
}
