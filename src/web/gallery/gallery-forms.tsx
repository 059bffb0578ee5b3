import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBox, Field } from '#web/ui/field.tsx'
import { FileField, type FileValue } from '#web/ui/file-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NumberField, PercentInput } from '#web/ui/number-input.tsx'
import { PasswordField } from '#web/ui/password-input.tsx'
import { PhoneField } from '#web/ui/phone-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextareaField, TextField, TextInput } from '#web/ui/text-input.tsx'

const countries = [
  { value: 'CA', label: 'Canada', country: 'CA' },
  { value: 'IN', label: 'India', country: 'IN' },
  { value: 'MX', label: 'Mexico', country: 'MX' },
  { value: 'MA', label: 'Morocco', country: 'MA' },
  { value: 'US', label: 'United States', country: 'US' },
]

/** Fields of text, numbers and dates, in their states. */
export function TextFields() {
  const [date, setDate] = useState('2026-11-27')
  return (
    <Card title="Fields" pad>
      <ErrorBox>
        <p>
          The email address you've entered doesn't appear to exist or the password is incorrect.
        </p>
        <p>Please check your entry and try again.</p>
      </ErrorBox>
      <div className="pair mt16">
        <TextField id="g-name" label="Account name" required defaultValue="Northwind Robotics" />
        <TextField id="g-middle" label="Middle name" />
        <NumberField
          id="g-rate"
          label="Hourly rate"
          required
          defaultValue="33.50"
          suffix="USD"
          help="At most two decimals."
        />
        <TextField id="g-transit" label="Transit number" required defaultValue="12A45" error />
        <PasswordField id="g-password" label="Password" required defaultValue="correct horse" />
        <DateField id="g-date" label="Start date" required value={date} onChange={setDate} />
        <TextField id="g-off" label="Domain" required disabled defaultValue="northwind.test" />
        <Field id="g-percent" label="Share" required>
          <PercentInput defaultValue="70.00" size="md" />
        </Field>
      </div>
      <div className="mt16">
        <TextareaField id="g-text" label="Reason" help="Contractors read this." />
      </div>
      <div className="mt16">
        <TextInput
          size="md"
          icon="search"
          type="search"
          aria-label="Search"
          placeholder="Name, email or role"
        />
      </div>
    </Card>
  )
}

/** Choices: select, combobox, phone, checkboxes, cards, a file. */
export function Choices() {
  const [country, setCountry] = useState('CA')
  const [role, setRole] = useState<'employer' | 'contractor'>('employer')
  const [phone, setPhone] = useState('+14165550142')
  const [file, setFile] = useState<FileValue | null>(null)
  return (
    <Card title="Choices" pad>
      <div className="pair">
        <SelectField
          id="g-country"
          label="Country"
          required
          value={country}
          onChange={setCountry}
          options={countries}
        />
        <ComboboxField
          id="g-find"
          label="Country of tax residence"
          required
          value={country}
          onChange={setCountry}
          options={countries}
          error={country ? undefined : 'Country is required'}
        />
        <SelectField
          id="g-subdivision"
          label="Province"
          value=""
          onChange={() => {}}
          options={[]}
        />
        <ComboboxField
          id="g-loading"
          label="Policy"
          value=""
          onChange={() => {}}
          options={[]}
          loading
        />
      </div>
      <div className="mt16">
        <PhoneField id="g-phone" label="Phone number" required value={phone} onChange={setPhone} />
      </div>
      <div className="row g24 mt16 meta wrap">
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Checkbox label="Disabled" disabled />
      </div>
      <div className="mt16">
        <Checkbox
          label="I may act for this company"
          sub="As a director or by a written authorisation."
          error="Confirm this to go on."
        />
      </div>
      <div className="mt16">
        <RadioCards
          legend="Who are you?"
          value={role}
          onChange={setRole}
          cards={[
            {
              value: 'employer',
              label: "I'm a business",
              sub: 'Engage and pay people anywhere.',
              end: <Icon name="building" size={20} />,
            },
            {
              value: 'contractor',
              label: "I'm a contractor",
              sub: 'Get paid the way you choose.',
              end: <Icon name="user" size={20} />,
            },
          ]}
        />
      </div>
      <div className="mt16">
        <FileField
          id="g-file"
          label="Identity document"
          required
          value={file}
          onChange={setFile}
          help="The page with your picture."
        />
      </div>
    </Card>
  )
}

/** Dialogs behind buttons. */
export function Dialogs() {
  const [open, setOpen] = useState<'form' | 'confirm'>()
  return (
    <Card title="Dialogs" pad>
      <div className="row g8">
        <Button onClick={() => setOpen('form')}>Open dialog</Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Delete invitation
        </Button>
      </div>
      <Dialog
        open={open === 'form'}
        onClose={() => setOpen(undefined)}
        title="Invite a contractor"
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(undefined)}>
              Cancel
            </Button>
            <Button onClick={() => setOpen(undefined)}>Send invitation</Button>
          </>
        }
      >
        <TextField
          id="d-email"
          label="Email"
          required
          type="email"
          help="The link works once, for this address."
        />
        <SelectField
          id="d-country"
          label="Country"
          value="MX"
          onChange={() => {}}
          options={countries}
        />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        danger
        title="Delete this invitation?"
        verb="Delete"
        onConfirm={() => setOpen(undefined)}
        onClose={() => setOpen(undefined)}
      >
        <p className="t2">The link in the mail stops working at once.</p>
      </ConfirmDialog>
    </Card>
  )
}
