const cases = [
  ['a genuine passport and its owner', 'document:passport,documentResult:clear,face:match', 'You are verified.'],
  ['a forged passport', 'document:passport,documentResult:suspected,face:match', 'We could not verify you.'],
  ['the passport of somebody else', 'document:passport,documentResult:clear,face:no_match', 'We could not verify you.'],
];

for (const [name, choice, outcome] of cases) {
  it(name, () => {
    const press = (button) => cy.contains('button', button).click();

    cy.visit(`/?bonafide_test_mode=${choice}`);
    press('Start');
    press('Passport');
    for (const open of ['Use this camera', 'Take a photo']) {
      press(open);
      // The round button has no text.
      cy.get('button[aria-label="Take the photo"]').click();
      press('Use this photo');
    }
    cy.contains('#outcome', outcome);
  });
}
