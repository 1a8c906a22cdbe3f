/** Sentences for one mood, in the order in which a comment uses them. Slots have the form `{name}`. */
export type Mood = {
  readonly openings: readonly string[];
  readonly details: readonly string[];
  readonly closings: readonly string[];
};

export const praise: Mood = {
  openings: [
    "{provider} is simply wonderful.",
    "Best dental visit I have had in years.",
    "I used to dread going to the dentist, and {provider} changed that.",
    "Our whole family comes to the {city} office.",
    "I came in for a {treatment} and could not be happier.",
    "From the moment I walked in, everyone was kind.",
    "{provider} took the time to explain everything before my {treatment}.",
    "Big thanks to the {city} team!",
    "We moved to {city} this year and found this office through a neighbor.",
    "I brought {relation} in for a check-up and it went perfectly.",
    "What a great experience.",
    "I have been coming here for {years} years.",
    "The {staff} greeted me by name.",
    "Had a {treatment} done this week and hardly felt a thing.",
    "They fit me in the same day for a cracked tooth.",
    "So impressed with this office.",
  ],
  details: [
    "The {staff} made me feel comfortable the whole time.",
    "I was in and out in {few} minutes.",
    "No pressure, no upselling, just honest advice.",
    "{provider} checked in twice to make sure I was numb.",
    "They explained the cost of the {treatment} up front and the bill matched.",
    "{relation} was nervous and they were so patient.",
    "The office is spotless and the chairs are comfy.",
    "They called that evening to see how I was doing after the {treatment}.",
    "My insurance was handled without a single phone call from me.",
    "I have had three dentists in ten years and {provider} is by far the gentlest.",
    "The {staff} even found me an earlier slot.",
    "Text reminders and the online forms made it easy.",
    "My {treatment} looks completely natural.",
    "They showed me the x-rays and talked me through every step.",
    "Parking right at the door, which helps with little ones.",
    "I never waited more than {few} minutes.",
  ],
  closings: [
    "Highly recommend!",
    "See you in six months.",
    "I will not go anywhere else.",
    "Thank you, {provider}!",
    "Worth the drive to {city}.",
    "I have already sent two coworkers here.",
    "Cannot say enough good things.",
    "Keep up the great work.",
    "Ask for {provider} if you can.",
    "Thanks to everyone at the {city} office.",
  ],
};

export const mixed: Mood = {
  openings: [
    "Decent visit overall.",
    "{provider} was good, the scheduling less so.",
    "My {treatment} went fine.",
    "Friendly people at the {city} office.",
    "It was okay.",
    "Good care, slow day.",
    "I like {provider}, but the office was clearly busy.",
    "Came in for a {treatment}.",
    "Mixed feelings about this one.",
    "The {staff} was nice enough.",
  ],
  details: [
    "I waited {many} minutes past my appointment time.",
    "The {treatment} itself was quick, the paperwork was not.",
    "It took two calls to get the estimate for my {treatment}.",
    "The {staff} seemed rushed.",
    "I would have liked a bit more explanation before the {treatment}.",
    "Cleaning was thorough, though a little rough.",
    "They rescheduled me once and apologized for it.",
    "Billing needed a correction, which the {staff} sorted out in a week.",
    "The waiting room gets crowded after school.",
    "Price was a bit higher than I expected.",
  ],
  closings: [
    "I will probably return.",
    "Hoping the next visit runs on time.",
    "Fine for a check-up.",
    "Not bad, not great.",
    "{provider} is the reason I stay.",
    "Would give it another try.",
  ],
};

export const complaint: Mood = {
  openings: [
    "Very disappointed.",
    "I waited {many} minutes and nobody told me why.",
    "I wanted to like the {city} office, but no.",
    "Second bad visit in a row.",
    "My {treatment} had to be redone.",
    "The {staff} was rude on the phone.",
    "I would not send {relation} back here.",
    "Be careful with the billing.",
    "They lost my paperwork twice.",
    "This place has gone downhill over the last {years} years.",
    "Felt rushed from start to finish.",
    "Still in pain after my {treatment}.",
  ],
  details: [
    "I was quoted one price for the {treatment} and charged another.",
    "{provider} spent maybe five minutes with me.",
    "Nobody returned my calls about the bill.",
    "They cancelled on the morning of my appointment and could not see me for weeks.",
    "The {staff} argued with me about my insurance.",
    "I had to repeat my history three times.",
    "The numbing wore off halfway through the {treatment}.",
    "They pushed a {treatment} that a second dentist said I did not need.",
    "{many} minutes in the chair before anyone came in.",
    "I asked to speak to the manager and was told to send an email.",
    "The reminder said one time and the {staff} insisted on another.",
    "{relation} left in tears.",
  ],
  closings: [
    "I am looking for another dentist.",
    "Will not be back.",
    "Save yourself the trouble.",
    "Please train your {staff}.",
    "I expected better from {provider}.",
    "Still waiting for a call back.",
    "I want my records sent elsewhere.",
    "One star is generous.",
  ],
};

/** Possible values of each slot in a phrase, for slots whose value does not depend on the visit. */
export const slots: Readonly<Record<string, readonly string[]>> = {
  treatment: [
    ..."cleaning,filling,crown,root canal,check-up,whitening,bridge,night guard,deep cleaning,dental implant".split(
      ",",
    ),
    ..."braces adjustment,retainer fitting,wisdom tooth consult,veneer,denture fitting,new patient exam".split(","),
  ],
  staff: "front desk,hygienist,dental assistant,receptionist,billing team,office manager,assistant".split(","),
  relation: "my daughter,my son,my husband,my wife,my mom,my dad,my youngest,my teenager,my grandson".split(","),
  few: "five,ten,fifteen,20,25".split(","),
  many: "thirty,35,40,forty-five,50,sixty,70".split(","),
  years: "two,three,four,five,six,eight,ten,twelve".split(","),
};
