/**
 * What the Temporal UI calls a run's activities: its timeline shows nothing else of a local activity. A default action
 * has its own name. Histories have these titles: they stay as they are.
 */
export const activityTitles = {
  rateQuote: 'Rate',
  decideAction: 'Decide whether to run',
  requestCarrierQuote: 'Ask the carrier',
  recordCarrierAnswer: "Record the carrier's answer",
  lookUpData: 'Look up data',
  sendHttpRequest: 'Call the external system',
  openInboundWaits: 'Prepare the waits',
  beginInboundWait: 'Begin to wait',
  endInboundWait: 'End the wait',
  generateDocument: 'Generate the document',
  evaluateForm: 'Evaluate a form',
  sendEmail: 'Write the mail',
  fireEvent: 'Fire the event',
  createTask: 'Make the task',
  recordFailure: 'Record the failure',
  recordRefusal: 'Record the refusal',
  recordCancellation: 'Record the cancellation',
  recordOutcome: 'Close the event',
  openWebhookDeliveries: 'Prepare the notifications',
  sendMails: 'Send mails',
  lookAfterPolicy: 'Check the policy',
  moveClock: 'Move the clock',
  checkDuePolicies: 'Check the policies that are due',
  policiesToTell: 'List the policies to tell',
  untilQuiet: 'Wait until all is done that is due',
  runJobStep: 'Fire the next rows',
  checkBook: 'Check the book',
  loadBook: 'Load the book',
  compareBook: 'Compare the book with what is here',
  failBook: 'End the book',
  followAct: 'Read what became of the act',
} as const;

const longestTitle = 200;

/** The title with the name that the product's author gave the action. */
export const titleFor = (title: string, name?: string): string =>
  name === undefined ? title : `${title}: ${name}`.slice(0, longestTitle);

/** The title without the name. */
export const titleIn = (text: string): string => text.split(': ', 1)[0] ?? text;
