create table reminder_plans (
  merchant_id uuid not null,
  is_on       boolean not null,
  days        integer[] not null,
  by_mail     boolean not null,
  language    text not null check (language in ('pt', 'en')),
  hour        integer not null check (hour between 8 and 19),
  words       jsonb not null,
  begins_on   date not null,
  next_run_at timestamptz,
  primary key (merchant_id)
);
comment on table reminder_plans is 'When payers of a merchant are reminded of their bills, and with which words.';
comment on column reminder_plans.days is 'Days from the due date: negative before it, positive after the last day on which a bill is not late.';
comment on column reminder_plans.begins_on is 'The day on which the plan was last set: what was due to be sent before it is not sent.';
comment on column reminder_plans.next_run_at is 'When reminders are sent next, by the clock of the merchant. Null: the plan is off.';
create index reminder_plans_by_run on reminder_plans (next_run_at) where next_run_at is not null;

create table bill_reminders (
  merchant_id uuid not null,
  id          uuid not null,
  bill_id     uuid not null,
  due_date    date not null,
  days        integer,
  moment      text not null,
  channels    text[] not null,
  withheld    text,
  mail_id     uuid,
  created_at  timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, bill_id, due_date, days)
);
comment on table bill_reminders is 'What was sent about a bill and when, and what was withheld and why. A reminder of a plan is sent once for each due date.';
comment on column bill_reminders.days is 'The step of the plan. Null: a person sent it.';
create index bill_reminders_by_age on bill_reminders (created_at);

create table reminder_refusals (
  merchant_id uuid not null,
  tax_number  text not null,
  by_payer    boolean not null,
  created_at  timestamptz not null,
  primary key (merchant_id, tax_number)
);
comment on table reminder_refusals is 'Payers who do not want reminders of a merchant. by_payer: by the address in a reminder; otherwise a person entered it in the portal.';
