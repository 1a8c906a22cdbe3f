export type Role = "dentist" | "orthodontist" | "hygienist";

/** People who work for the practice: name, role, and indexes of their towns in the list of towns. */
export const people: readonly (readonly [name: string, role: Role, towns: readonly number[]])[] = [
  ["Marisol Vance", "dentist", [0]],
  ["Theodore Lindqvist", "dentist", [0, 1]],
  ["Priya Raman", "dentist", [1]],
  ["Caleb Ostrander", "dentist", [1, 2]],
  ["Hannah Beaumont", "dentist", [2]],
  ["Jerome Castellan", "dentist", [3]],
  ["Anneke Visser", "dentist", [3]],
  ["Samuel Okafor", "dentist", [3, 4]],
  ["Lucia Ferrante", "dentist", [4]],
  ["Graham Whitlock", "dentist", [4, 5]],
  ["Noemi Sandoval", "dentist", [5]],
  ["Elias Thornbury", "dentist", [5, 7]],
  ["Kiran Mehta", "dentist", [6]],
  ["Delphine Marsh", "dentist", [6]],
  ["Wesley Takeda", "dentist", [7]],
  ["Ingrid Solheim", "dentist", [8]],
  ["Rafael Quintero", "dentist", [8]],
  ["Bethany Crowe", "dentist", [8, 9]],
  ["Amos Fairbairn", "dentist", [9]],
  ["Yasmin Haddad", "dentist", [10]],
  ["Corbin Ashworth", "dentist", [10, 11]],
  ["Leilani Kealoha", "dentist", [11]],
  ["Victor Draganov", "orthodontist", [0, 2]],
  ["Simone Arceneaux", "orthodontist", [3, 5]],
  ["Nathan Pemberton", "orthodontist", [6, 7]],
  ["Mei-Lin Zhou", "orthodontist", [8, 11]],
  ["Colleen Dray", "hygienist", [1, 2]],
  ["Tobias Renner", "hygienist", [3]],
  ["Alma Figueroa", "hygienist", [6]],
  ["Joy Nakamura", "hygienist", [8, 10]],
];

export const firstNames: readonly string[] = [
  ..."Aaron Abby Adam Alicia Amber Amy Andre Angela Anna Ben Beth Brandon Brenda Brian Brooke Bryce Carla".split(" "),
  ..."Carlos Carol Chad Chelsea Chris Cindy Claire Cody Connie Corey Courtney Craig Curtis Dale Dana Daniel".split(" "),
  ..."David Dawn Debbie Denise Derek Diana Diego Donna Doug Dustin Dylan Eileen Elena Ellie Emily Eric Erin".split(" "),
  ..."Ethan Evan Faith Felipe Fiona Frank Gabe Gina Glenn Gloria Grace Greg Gwen Hailey Hank Heather Heidi".split(" "),
  ..."Holly Hugo Ian Irene Isaac Ivy Jack Jacob Jade Jake Jamie Janet Jared Jasmine Jason Jay Jeff Jen Jesse".split(
    " ",
  ),
  ..."Jill Joan Joel Jordan Jose Josh Joyce Juan Judy Julia Karen Kari Kate Keith Kelly Ken Kevin Kim Kyle".split(" "),
  ..."Lance Lara Laura Leah Leo Leslie Linda Lisa Logan Lori Lucas Luis Lynn Maddie Marcus Maria Mark Marta".split(" "),
  ..."Matt Megan Melissa Miguel Mike Mindy Molly Monica Nancy Natalie Nate Neil Nick Nicole Nina Nora Olivia".split(
    " ",
  ),
  ..."Omar Owen Paige Pam Pat Paul Peggy Pete Phil Rachel Ralph Ray Rebecca Renee Rich Rita Rob Rosa Ross Ruth".split(
    " ",
  ),
  ..."Ryan Sam Sandra Sara Scott Sean Seth Shannon Sharon Shelby Sofia Stacy Steve Sue Tammy Tara Ted Teresa".split(
    " ",
  ),
  ..."Terry Tim Tina Todd Tom Tony Tracy Trent Tyler Val Vera Vicki Vince Walt Wendy Will Yolanda Zach Zoe".split(" "),
];

export const lastNames: readonly string[] = [
  ..."Abbott Alder Barlow Bates Beckett Bingham Boyd Braddock Burke Calder Carver Chase Colby Cross Dalton".split(" "),
  ..."Decker Doyle Eastman Ellis Farley Finch Flores Garner Gibbs Hale Hansen Harlow Hayes Holt Hyde Ibarra".split(" "),
  ..."Jensen Keller Kimball Lamb Larsen Lott Madsen Mercer Moss Nash Nielsen Olsen Ortiz Page Parrish Pratt".split(" "),
  ..."Quigley Ramos Reeves Rhodes Rowe Salazar Sharp Shaw Sloan Stark Tate Thorne Upton Vega Walsh Webb Yates".split(
    " ",
  ),
];
