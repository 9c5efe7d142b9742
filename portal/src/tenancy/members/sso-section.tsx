import { Box, Button, Code, Group, PasswordInput, Switch, Text, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { Details } from '../../kit/details.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { Section } from '../../kit/section.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import {
  type ProviderView,
  type SsoOwner,
  readProvider,
  removeProvider,
  saveDomains,
  saveProvider,
  ssoKeys,
} from './sso-api.ts'
import { ssoTexts } from './sso-texts.ts'

type Props = { owner: SsoOwner; mayManage: boolean; mayNameDomains: boolean }

/** The identity provider of a merchant's people, or of the platform's operators. */
export function SsoSection({ owner, mayManage, mayNameDomains }: Props) {
  const words = useTexts(ssoTexts)
  const [dialog, setDialog] = useState<'provider' | 'domains' | null>(null)
  const { data } = useQuery({ queryKey: ssoKeys.of(owner), queryFn: () => readProvider(owner) })
  if (data === undefined) return null
  const { provider, domains, redirectUri } = data
  const shown = (is: boolean) => (is ? words.yes : words.no)
  return (
    <Box mt="xl">
      <Section title={words.sso} description={words.ssoIntro}>
        <Details
          isRows
          items={[
            { label: words.domains, value: domains.length === 0 ? words.noDomains : domains.join(', ') },
            { label: words.redirectUri, value: redirectUri },
            ...data.records.map(({ domain, name, value, isFound }) => ({
              label: words.recordOf(domain),
              value: (
                <>
                  <Text size="sm">
                    {isFound === null ? words.recordUnknown : isFound ? words.recordFound : words.recordMissing}
                  </Text>
                  <Code block>{`${name} TXT "${value}"`}</Code>
                </>
              ),
            })),
            { label: words.issuer, value: provider?.issuer ?? words.none },
            { label: words.trusts, value: provider === null ? null : shown(provider.trustsSecondFactor) },
            { label: words.required, value: provider === null ? null : shown(provider.isRequired) },
          ]}
        />
        <Group gap="xs" mt="md">
          {mayManage && (
            <Button variant="default" onClick={() => setDialog('provider')}>
              {provider === null ? words.configure : words.change}
            </Button>
          )}
          {mayNameDomains && (
            <Button variant="default" onClick={() => setDialog('domains')}>
              {words.setDomains}
            </Button>
          )}
          {mayManage && provider !== null && (
            <ConfirmAction
              title={words.removeTitle}
              message={words.removeHint}
              confirmLabel={words.remove}
              isDangerous
              onConfirm={() => removeProvider(owner)}
              changes={[ssoKeys.of(owner)]}
              notice={words.removed}
            >
              {ask => (
                <Button variant="subtle" color="red" onClick={ask}>
                  {words.remove}
                </Button>
              )}
            </ConfirmAction>
          )}
        </Group>
        {dialog === 'provider' && <ProviderDialog owner={owner} view={data} onClose={() => setDialog(null)} />}
        {dialog === 'domains' && <DomainsDialog owner={owner} view={data} onClose={() => setDialog(null)} />}
      </Section>
    </Box>
  )
}

type DialogProps = { owner: SsoOwner; view: ProviderView; onClose: () => void }

function ProviderDialog({ owner, view: { provider }, onClose }: DialogProps) {
  const words = useTexts(ssoTexts)
  const kit = useTexts(kitTexts)
  const { person } = useSession()
  const form = useForm({
    initialValues: {
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      trustsSecondFactor: provider?.trustsSecondFactor ?? false,
      isRequired: provider?.isRequired ?? false,
    },
  })
  const submit = useSubmit(
    form,
    ({ clientSecret, ...given }) =>
      saveProvider(owner, {
        ...given,
        ...(clientSecret === '' ? {} : { clientSecret }),
        breakGlassPersonId: given.isRequired ? (provider?.breakGlassPersonId ?? person.id) : null,
      }),
    { changes: [ssoKeys.of(owner)], notice: words.saved, onDone: onClose },
  )
  return (
    <FormDialog title={words.sso} onClose={onClose} submit={submit} label={kit.save} autoComplete="off">
      <TextInput label={words.issuer} description={words.issuerHint} required {...form.getInputProps('issuer')} />
      <TextInput label={words.clientId} required {...form.getInputProps('clientId')} />
      <PasswordInput
        label={words.clientSecret}
        description={provider === null ? undefined : words.secretStays}
        autoComplete="new-password"
        {...form.getInputProps('clientSecret')}
      />
      <Switch
        label={words.trusts}
        description={words.trustsHint}
        {...form.getInputProps('trustsSecondFactor', { type: 'checkbox' })}
      />
      <Switch
        label={words.required}
        description={words.requiredHint}
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

function DomainsDialog({ owner, view, onClose }: DialogProps) {
  const words = useTexts(ssoTexts)
  const kit = useTexts(kitTexts)
  const form = useForm({ initialValues: { domains: view.domains.join('\n') } })
  const submit = useSubmit(
    form,
    ({ domains }) =>
      saveDomains(
        owner,
        domains.split(/[\s,]+/).filter(domain => domain !== ''),
      ),
    { changes: [ssoKeys.of(owner)], notice: words.domainsSaved, onDone: onClose },
  )
  return (
    <FormDialog title={words.setDomains} onClose={onClose} submit={submit} label={kit.save}>
      <Text size="sm" c="dimmed">
        {words.domainsHint}
      </Text>
      <Textarea label={words.domains} autosize minRows={3} {...form.getInputProps('domains')} />
    </FormDialog>
  )
}
