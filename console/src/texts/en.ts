import { admin } from './en/admin.js';
import { assistants } from './en/assistants.js';
import { books } from './en/books.js';
import { clients } from './en/clients.js';
import { clocks } from './en/clocks.js';
import { connect } from './en/connect.js';
import { eventsInEnglish } from './en/event-types.js';
import { events } from './en/events.js';
import { figures } from './en/figures.js';
import { glossaryInEnglish } from './en/glossary.js';
import { holds } from './en/holds.js';
import { jobs } from './en/jobs.js';
import { lists } from './en/lists.js';
import { mail } from './en/mail.js';
import { parts } from './en/parts.js';
import { policies } from './en/policies.js';
import { problemsInEnglish } from './en/problem-codes.js';
import { products } from './en/products.js';
import { queue } from './en/queue.js';
import { quotes } from './en/quotes.js';
import { sell } from './en/sell.js';
import { session } from './en/session.js';
import { tasks } from './en/tasks.js';
import { underwriting } from './en/underwriting.js';
import { words } from './en/words.js';

/**
 * Every text of the console, by area. A part in braces is filled in; a text with `{n}` that has `one` and `other` is chosen by the
 * number. `words` has the words for values of the interface.
 */
export const en = {
  shell: {
    name: 'Console',
    skip: 'Skip to the page',
    menu: 'Menu',
    navigation: 'Areas',
    theme: 'Appearance',
    language: 'Language',
    offline: 'You are offline. What you see may be out of date, and nothing can be saved.',
    nothingHere: 'Nothing here',
    nothingHereDetail: 'This page does not exist, or you may not see it.',
    account: 'Account',
  },
  session,
  connect,
  assistants,
  eventTypes: eventsInEnglish,
  glossary: glossaryInEnglish,
  problemCodes: problemsInEnglish,
  problems: {
    unexpected: 'Something went wrong in this page',
    noAnswer: 'No answer from the service',
    noAnswerDetail: 'The service does not answer. Check your connection, then try again.',
    unavailable: 'The service is not available at the moment',
    invalid: 'This was not accepted',
    defect: 'The service failed',
    request: 'Request',
    retry: 'Try again',
  },
  parts,
  keys: {
    nextRow: 'Next row',
    previousRow: 'Previous row',
    title: 'Keyboard',
    palette: 'Go to …',
    help: 'These keys',
    search: 'To the search field',
  },
  lists,

  bulk: {
    quoteRenewals: 'Quote renewals',
    quoteRenewalsSays: {
      one: 'A job rates the next term of the policy. Nothing is renewed yet.',
      other: 'A job rates the next terms of {n} policies. Nothing is renewed yet.',
    },
    doNotRenew: 'Do not renew',
    doNotRenewSays: {
      one: 'The policy expires and is not renewed.',
      other: '{n} policies expire and are not renewed.',
    },
    addNote: 'Add a note',
    addNoteSays: {
      one: 'The note is added to the policy, for both sides to read.',
      other: 'The note is added to {n} policies, for both sides to read.',
    },
  },

  palette: {
    title: 'Go to …',
    what: 'A name, policy number, phone number, e-mail or id',
    found: 'Found',
    recent: 'Recent',
    policies: 'Policies',
    clients: 'Clients',
    quotes: 'Quotes',
    actions: 'Begin',
    pages: 'Pages',
    newQuote: 'New quote',
    startJob: 'Start a job',
    checkProduct: 'Check or import a product file',
    declareHold: 'Declare a hold',
    nothing: 'Nothing found',
  },
  underwriting,
  queue,
  drafts: {
    saved: 'Draft saved',
    saving: 'Saving…',
    failed: 'Not saved yet',
    elsewhere: 'This draft was changed or discarded in another window.',
    takeOther: 'Take the other one',
    keepThis: 'Keep this one',
  },
  endorse: {
    title: 'Endorse: {name}',
    back: 'Back to the policy',
    notNow: 'This policy cannot be endorsed now.',
    discard: 'Discard draft',
    discardAsks: 'All changes that you have entered are deleted. The policy stays as it is.',
    today: 'Today',
    nextMonth: 'First of next month',
    termStart: 'Start of the term',
    yourChanges: { one: 'Your changes ({n})', other: 'Your changes ({n})' },
    noChanges: 'None yet.',
    added: 'Added',
    removed: 'Removed',
    undo: 'Undo: {what}',
    undone: '{what} is taken back.',
    bringBack: 'Bring it back',
    noneFound: 'No question has these words.',
    dueNow: 'Due for this change',
    madeOf: '{premium} premium, {taxes} taxes and fees',
    forDays: 'For {days} of {of} days of the term.',
    wholeTerm: 'A whole term',
    coverage: 'Coverage',
    then: 'Then',
    difference: 'Difference',
    noCoverage: 'None',
  },
  sell,
  quotes,
  policies,
  standing: {
    AWAITS_FINANCING: 'Awaits financing',
    STARTS: 'Starts {date}',
    IN_FORCE: 'Active to {date}',
    RENEWAL_WAITS: 'Renewal {date} waits',
    RENEWS: 'Renews {date}',
    renewsAt: 'Renews {date} at {amount}',
    EXPIRES: 'Expires {date}',
    CANCELS: 'Cancels {date}',
    LAPSED: 'Lapsed until {date}',
    CANCELED: 'Canceled {date}',
    EXPIRED: 'Expired {date}',
  },
  clients,
  books,
  jobs,
  files: {
    drop: 'Drop files here, or choose them',
    uploadingNamed: { one: 'Uploading {name} …', other: 'Uploading {name} …, {n} left' },
    title: 'Files',
    none: 'No files yet.',
    name: 'Name',
    size: 'Size',
    kilobytes: '{n} KB',
    state: 'Scan',
    uploaded: 'Uploaded',
    actions: 'Actions',
    done: '{name} is uploaded.',
    download: 'Download',
    delete: 'Delete',
    deleteTitle: 'Delete {name}?',
    deleteSays: 'The file is deleted for good. The audit log keeps its name and the reason.',
    deleted: '{name} is deleted.',
    reason: 'Reason',
  },
  activity: {
    said: {
      by: 'By {provider}',
      byHand: 'Entered by hand',
      canceled: 'From {date}; the premium is reduced by {amount}',
      endorsed: 'From {date}; premium {amount}',
      reinstated: 'In force again from {date}',
      renewed: 'Until {date}; premium {amount}',
      cancellationRequested: 'The seller asks to cancel from {date}',
      notice: 'Canceled from {date} unless the notice is withdrawn',
      noticeUnlessPaid: 'Canceled from {date} unless {amount} is paid by {until}',
      noticePaid: 'The past-due amount has been paid',
      noticeWithdrawn: 'The policy is not canceled on {date}',
      renewalSelected: 'Renews on {date}',
      renewalRequested: 'The carrier is asked for the term from {date}',
      pastDue: '{amount} was due on {date}',
      billed: 'Due {date}',
      moved: 'From {from} to {to}',
      chargeAnnounced: '{amount} will be charged on {date}',
    },
    changes: 'Changes',
    money: 'Money',
    letters: 'Mail and documents',
    notes: 'Notes and tasks',
    withEvents: 'With events',
    more: 'Earlier',
    title: 'Activity',
    kind: 'Kind',
    what: 'What',
    when: 'When',
    withoutEvents: 'All but events',
    withheld: 'You may not read everything here: {kinds}.',
    none: 'Nothing has happened yet.',
    note: 'Note',
    addNote: 'Add note',
    noteSays: 'Your organization alone sees the note. It cannot be changed.',
    noteAdded: 'Note added.',
  },
  home: {
    clear: 'Nothing waits here',
    nothing: 'Nothing waits for you.',
    title: 'Home',
    tasks: 'My tasks',
    roleTasks: 'Tasks that nobody has',
    referrals: 'Referrals',
    pastDue: 'Past due',
    notices: 'Notices of cancellation',
    renewals: 'Expire within 30 days',
    failed: 'Failed events',
    jobs: 'Jobs',
    letters: 'Letters to print',
    since: 'since',
    cancels: 'cancels',
  },
  bell: {
    title: 'Notifications',
    new: { one: 'Notifications: {n} new', other: 'Notifications: {n} new' },
    none: 'Nothing waits for you.',
    service: 'The service',
    task: '{name} gave you a task',
    mentioned: '{name} mentioned you',
    job: 'Your job ended: {state}',
    approved: '{name} approved your referral',
    declined: '{name} declined your referral',
    mail: 'Your mail: {state}',
  },
  tasks,
  mail,
  holds,
  clocks,
  products,
  events,
  admin,
  figures,
  words,
} as const;
