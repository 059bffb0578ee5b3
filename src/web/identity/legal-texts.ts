/** The legal texts in force; their versions are in `#domain/identity/legal.ts`. A changed text needs a new version. */

/** A heading with its paragraphs; an array among them is a list. */
export type LegalSection = {
  readonly heading: string
  readonly body: readonly (string | readonly string[])[]
}

export const TERMS_OF_SERVICE: readonly LegalSection[] = [
  {
    heading: '1. What Corridor is',
    body: [
      'Corridor is a service with which businesses engage and pay contractors across borders. It prepares contracts, works out what is owed and when, and carries payment instructions to banks and payment networks.',
      'Corridor is not an employer, not a party to the contract between a business and a contractor, and not an adviser on tax, employment or immigration law.',
    ],
  },
  {
    heading: '2. Your account',
    body: [
      'You are at least 18 years old and what you tell us about yourself is true. You keep your password to yourself and tell us at once when someone else may know it.',
      'If you act for a business, you confirm that you are authorised to do so. What you do in Corridor then binds that business.',
    ],
  },
  {
    heading: '3. Verification',
    body: [
      'The law obliges us to know who sends and who receives money. We ask for documents, check them, and may ask again when something changes. Until the checks are complete, payments wait; the screens say what is missing and who must act.',
    ],
  },
  {
    heading: '4. Contracts between you',
    body: [
      'A contract is made between the business and the contractor when both have signed the same document. Corridor keeps that document, the times of the signatures and a fingerprint by which any later change shows.',
      'You decide whether the terms are right for you. Whether somebody is a contractor or an employee is decided by the law that applies to them, not by the name of the contract.',
    ],
  },
  {
    heading: '5. Approving and funding payroll',
    body: [
      'A business approves each pay cycle. An approval covers the amounts, the people and the accounts that were shown. If any of them changes afterwards, the approval no longer counts and is asked for again.',
      'Money for payroll must reach the business’s balance before payments leave. A business may approve ahead of funding; its payments then wait until the money is there.',
      [
        'Balances are held for the business and are not lent.',
        'We may refuse or return money whose origin we cannot establish.',
        'Money that arrives without the reference that we ask for is booked once we know whose it is.',
      ],
    ],
  },
  {
    heading: '6. Being paid',
    body: [
      'A contractor chooses the accounts and wallets to be paid to, and the share of each. A new or changed destination cannot be used for 24 hours, so that a stolen password is not enough to redirect pay.',
      'Payments on a blockchain cannot be taken back. You are responsible for the address that you enter; we check its form, and cannot check whose it is.',
    ],
  },
  {
    heading: '7. Rates and fees',
    body: [
      'Before an approval you see the rate, its source and time, every fee, and what arrives. When a rate has moved by more than one per cent before a payment leaves, we stop and ask again.',
    ],
  },
  {
    heading: '8. When something goes wrong',
    body: [
      'If a payment fails or comes back, the money is kept for the contractor, who is told what to mend. We do not send a payment twice to find out whether the first one arrived.',
      'Tell us about a mistake as soon as you see it. We correct what we caused. We are not liable for what banks, networks or authorities do outside our control, nor for indirect loss, as far as the law allows us to say so.',
    ],
  },
  {
    heading: '9. What is not allowed',
    body: [
      [
        'Paying for anything that is unlawful where it is done or received.',
        'Hiding who is paid, or what for.',
        'Using another person’s identity, account or documents.',
        'Probing or overloading the service.',
      ],
      'We may suspend an account for these reasons. What is owed to contractors for work that was approved is still paid where the law lets us.',
    ],
  },
  {
    heading: '10. Ending',
    body: [
      'You may close your account at any time once nothing is owed. We keep the records that the law obliges us to keep, for as long as it does.',
    ],
  },
  {
    heading: '11. Changes',
    body: [
      'When these terms change, a new version is shown to you and you are asked to accept it. The version that you accepted, and when, is recorded.',
    ],
  },
]

export const PRIVACY_POLICY: readonly LegalSection[] = [
  {
    heading: '1. What we collect',
    body: [
      'Only what paying people across borders needs:',
      [
        'Who you are: names, address, phone number, e-mail, country of tax residence.',
        'Proof of it: the identity, address and company documents that you upload.',
        'Your work: contracts, rates, hours and payslips.',
        'Where you are paid: bank accounts, wallets and the share of each.',
        'What you do in Corridor: sign-ins, approvals, changes and their times.',
      ],
    ],
  },
  {
    heading: '2. What we use it for',
    body: [
      'To perform the contract with you: to prepare contracts, work out pay and carry out payments. To meet legal duties: to verify identities, to prevent money laundering, to keep accounts. To protect you: to notice and stop misuse.',
      'We do not sell personal information, and we do not use your documents for anything but verification.',
    ],
  },
  {
    heading: '3. Who sees it',
    body: [
      [
        'A business sees the name, role, country, contracts and pay of the contractors it engages, and whether they are verified. It does not see their identity documents or full account numbers.',
        'A contractor sees the name of the businesses that engage them.',
        'Our operators see what a check or a payment needs. Every time one of them opens a document, its owner can see who did, and when.',
        'Banks and payment networks receive what a payment needs. Transfers on a public blockchain are visible to everyone for good.',
        'Authorities receive what the law obliges us to hand over.',
      ],
    ],
  },
  {
    heading: '4. How it is protected',
    body: [
      'Documents are encrypted, each with a key of its own. Account numbers leave our servers only in part. Passwords are stored so that nobody can read them. Every change is recorded in a log that cannot be altered unnoticed.',
    ],
  },
  {
    heading: '5. Where it is kept, and how long',
    body: [
      'Information may be processed in countries other than yours, under safeguards that the law of your country accepts. Records of payments and checks are kept for as long as the law on accounts and on money laundering asks, and then erased; the rest is erased when your account is closed.',
    ],
  },
  {
    heading: '6. Your rights',
    body: [
      'You may see what we hold about you, have it corrected, receive a copy, object to a use, and have erased what we are not obliged to keep. Write to support from the address of your account; we answer within 30 days. You may also complain to the data protection authority of your country.',
    ],
  },
  {
    heading: '7. Cookies',
    body: [
      'Corridor sets one cookie that keeps you signed in. The choice of light or dark, and the last role chosen when signing up, stay on your device.',
    ],
  },
  {
    heading: '8. Changes',
    body: [
      'When this policy changes, a new version is shown to you and you are asked to accept it. The version that you accepted, and when, is recorded.',
    ],
  },
]
