import { type Static, Type } from 'typebox'
import { languages } from '../../platform/http/languages.ts'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Text, Timestamp, Words } from '../../platform/http/schemas.ts'
import { longestPassword, shortestPassword } from './passwords.ts'
import { operatorRoles, permissions, roles } from './permissions.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Name = Words(100)
const NewPassword = Text(longestPassword, { minLength: shortestPassword })
const Roles = Type.Array(OneOf(roles), { minItems: 1, uniqueItems: true })
const Permissions = Type.Array(OneOf(Object.keys(permissions) as (keyof typeof permissions)[]))

const SessionMerchant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Why it is suspended; null: it is not. */
  suspensionReason: Nullable(Type.String()),
  roles: Type.Array(OneOf(roles)),
  permissions: Permissions,
})

/** Everything the portal needs before its first screen. */
export const SessionView = Type.Object({
  isSandbox: Type.Boolean(),
  /** False: no mail server is configured, so mails are not sent. */
  sendsMail: Type.Boolean(),
  csrfToken: Type.String(),
  person: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    language: OneOf(languages),
    isOperator: Type.Boolean(),
    operatorRoles: Type.Array(OneOf(operatorRoles)),
    /** One-time codes or a passkey. */
    hasSecondFactor: Type.Boolean(),
    /** One-time codes. */
    hasCodes: Type.Boolean(),
    hasPasskey: Type.Boolean(),
  }),
  /** What the person must do first; null: nothing. */
  mustDo: Nullable(OneOf(['signInWithSso', 'enableSecondFactor', 'giveSecondFactor'])),
  /** An identity provider has signed the person in, and can confirm who they are. */
  isSso: Type.Boolean(),
  /** The person's merchants with an identity provider, to which they can link themselves. */
  ssoMerchants: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** An operator's permissions on the platform and, for reading, at every merchant; empty for everybody else. */
  platformPermissions: Permissions,
  merchants: Type.Array(SessionMerchant),
})
export type SessionView = Static<typeof SessionView>

/** `code`: a one-time code or a recovery code. The form is not checked: a typo is a wrong e-mail. */
export const SignInRequest = Type.Object({
  email: Text(254),
  password: Text(longestPassword),
  code: Type.Optional(Text(40)),
})
export type SignInRequest = Static<typeof SignInRequest>

export const ConfirmRequest = Type.Object(
  { password: Type.Optional(Text(longestPassword)), code: Type.Optional(Text(40)) },
  { anyOf: [{ required: ['password'] }, { required: ['code'] }] },
)

/** A browser that is signed in. */
export const OpenSessionView = Type.Object({
  id: Type.String(),
  address: Type.String(),
  agent: Type.String(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isThis: Type.Boolean(),
})
export type OpenSessionView = Static<typeof OpenSessionView>

export const OpenSessionsView = Type.Object({ items: Type.Array(OpenSessionView) })
export type OpenSessionsView = Static<typeof OpenSessionsView>

export const SessionParams = Type.Object({ sessionId: Type.String() })

export const ProfileRequest = Type.Object({ name: Name, language: OneOf(languages) })
export type ProfileRequest = Static<typeof ProfileRequest>

export const PasswordRequest = Type.Object({ current: Text(longestPassword), new: NewPassword })
export type PasswordRequest = Static<typeof PasswordRequest>

/** `qrCode` is an image of `otpauthUri` as a data URL. */
export const SecondFactorStartView = Type.Object({
  secret: Type.String(),
  otpauthUri: Type.String(),
  qrCode: Type.String(),
})
export type SecondFactorStartView = Static<typeof SecondFactorStartView>

export const CodeRequest = Type.Object({ code: Text(40) })

/** Shown only once. */
export const RecoveryCodesView = Type.Object({ recoveryCodes: Type.Array(Type.String()) })
export type RecoveryCodesView = Static<typeof RecoveryCodesView>

export const PasswordResetRequest = Type.Object({ email: Text(254) })

const SentBy = OneOf(['mail', 'log'])

/** How a link is sent to its owner: a sandbox without a mail server prints it in its log. */
export const SentTokenUrlView = Type.Object({ sentBy: SentBy })
export type SentTokenUrlView = Static<typeof SentTokenUrlView>

/** `link` is set if a sandbox has no mail server; otherwise it is only mailed. For operators only. */
export const ShownLinkView = Type.Object({ link: Nullable(Type.String()) })
export type ShownLinkView = Static<typeof ShownLinkView>

export const TokenParams = Type.Object({ token: Type.String() })

export const TokenView = Type.Object({
  purpose: OneOf(['invitation', 'passwordReset']),
  email: Type.String(),
  name: Type.String(),
  language: OneOf(languages),
  hasSecondFactor: Type.Boolean(),
  expiresAt: Timestamp,
})
export type TokenView = Static<typeof TokenView>

export const RedeemTokenRequest = Type.Object({ password: NewPassword, name: Type.Optional(Name) })
export type RedeemTokenRequest = Static<typeof RedeemTokenRequest>

/** `signedIn` false: the password is set, but the person has one-time codes and signs in with one. */
export const RedeemedTokenView = Type.Object({ signedIn: Type.Boolean(), email: Type.String() })
export type RedeemedTokenView = Static<typeof RedeemedTokenView>

export const PageQuery = Type.Object({ limit: Limit, cursor: Cursor })

/** `isInvited`: has not accepted the invitation yet. */
export const MemberView = Type.Object({
  personId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(OneOf(roles)),
  hasSecondFactor: Type.Boolean(),
  isInvited: Type.Boolean(),
  isDisabled: Type.Boolean(),
  createdAt: Timestamp,
})
export type MemberView = Static<typeof MemberView>

export const MembersView = PageOf(MemberView)
export type MembersView = Static<typeof MembersView>

export const MemberParams = Type.Object({ merchantId: Type.String(), personId: Type.String() })
export const PersonParams = Type.Object({ personId: Type.String() })

export const InviteMemberRequest = Type.Object({ email: Email, name: Name, roles: Roles })
export type InviteMemberRequest = Static<typeof InviteMemberRequest>

export const RolesRequest = Type.Object({ roles: Roles })

/** `sentBy` is null for a person who has a password and needs no link. */
export const InvitedView = Type.Object({ personId: Type.String(), sentBy: Nullable(SentBy) })
export type InvitedView = Static<typeof InvitedView>

/** `link` as in `ShownLinkView`; also null for a person who has a password. */
export const InvitedOperatorView = Type.Object({ personId: Type.String(), link: Nullable(Type.String()) })
export type InvitedOperatorView = Static<typeof InvitedOperatorView>

const OperatorRoles = Type.Array(OneOf(operatorRoles), { minItems: 1, uniqueItems: true })

export const InviteOperatorRequest = Type.Object({ email: Email, name: Name, roles: OperatorRoles })
export type InviteOperatorRequest = Static<typeof InviteOperatorRequest>

/** None: an operator no more. */
export const OperatorRolesRequest = Type.Object({
  roles: Type.Array(OneOf(operatorRoles), { uniqueItems: true }),
})

export const PeopleQuery = Type.Object({ search: Type.Optional(Text(100)), ...PageQuery.properties })

export const PersonView = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  /** None: not an operator. */
  operatorRoles: Type.Array(OneOf(operatorRoles)),
  hasSecondFactor: Type.Boolean(),
  isInvited: Type.Boolean(),
  isDisabled: Type.Boolean(),
  createdAt: Timestamp,
  lastSeenAt: Nullable(Timestamp),
  merchants: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), roles: Type.Array(OneOf(roles)) })),
})
export type PersonView = Static<typeof PersonView>

export const PeopleView = PageOf(PersonView)
export type PeopleView = Static<typeof PeopleView>
